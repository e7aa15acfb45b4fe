const variable = "MAYFLY_KEY";

/** Programs that make an address and wait for its mail. Each takes the key from the environment. */
export const examplesOf = (origin: string) =>
  ({
    curl: `# export ${variable}=mfly_…

# Creates an address.
ADDRESS=$(curl -s ${origin}/api/v1/emails \\
  -H "Authorization: Bearer $${variable}" \\
  -H "Content-Type: application/json" \\
  -d '{"reason": "Sign-up test"}' | sed 's/.*"email_name":"\\([^"]*\\)".*/\\1/')
echo "$ADDRESS"

# Waits for the mail that comes to it.
curl ${origin}/api/v1/emails/$ADDRESS/wait \\
  -H "Authorization: Bearer $${variable}" \\
  -H "Content-Type: application/json" \\
  -d '{"timeout": 30}'
`,
    node: `// The environment variable ${variable} holds your key.
const api = "${origin}/api/v1";
const headers = {
  Authorization: \`Bearer \${process.env.${variable}}\`,
  "Content-Type": "application/json",
};

async function call(path, options) {
  const answer = await fetch(api + path, { headers, ...options });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.json();
}

const body = JSON.stringify({ reason: "Sign-up test" });
const { email_name } = await call("/emails", { method: "POST", body });
console.log(email_name);

const wait = \`/emails/\${encodeURIComponent(email_name)}/wait\`;
const { found, messages, explanation } = await call(wait, { method: "POST", body: '{"timeout": 30}' });
if (found) console.log(messages[0].subject, messages[0].code);
else console.log(explanation.text);
`,
    python: `# The environment variable ${variable} holds your key.
import json, os
from urllib.parse import quote
from urllib.request import Request, urlopen

api = "${origin}/api/v1"
headers = {
    "Authorization": f"Bearer {os.environ['${variable}']}",
    "Content-Type": "application/json",
}

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(api + path, data, headers)) as answer:
        return json.load(answer)

address = call("/emails", {"reason": "Sign-up test"})["email_name"]
print(address)

answer = call(f"/emails/{quote(address)}/wait", {"timeout": 30})
if answer["found"]:
    print(answer["messages"][0]["subject"], answer["messages"][0]["code"])
else:
    print(answer["explanation"]["text"])
`,
  }) as const;

/** The parts of a program, so that each place of the key can be marked. */
export const marked = (code: string) => code.split(new RegExp(`(${variable})`));
export const isMarked = (part: string) => part === variable;
