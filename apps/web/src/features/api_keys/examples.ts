const variable = "MAYFLY_KEY";

/** Programs that make an address and read the mail that came to it. Each takes the key from the environment. */
export const examplesOf = (origin: string) =>
  ({
    curl: `# export ${variable}=mfly_…

# Creates an address.
curl ${origin}/api/v1/emails \\
  -H "Authorization: Bearer $${variable}" \\
  -H "Content-Type: application/json" \\
  -d '{"reason": "Sign-up test"}'

# Reads the mail that came to it.
curl "${origin}/api/v1/emails/ADDRESS/messages?include=text,codes" \\
  -H "Authorization: Bearer $${variable}"
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

const inbox = \`/emails/\${encodeURIComponent(email_name)}/messages\`;
const { data } = await call(\`\${inbox}?include=text,codes\`);
for (const { subject, codes } of data) console.log(subject, codes);
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

inbox = f"/emails/{quote(address)}/messages"
for message in call(f"{inbox}?include=text,codes")["data"]:
    print(message["subject"], message["codes"])
`,
  }) as const;

/** The parts of a program, so that each place of the key can be marked. */
export const marked = (code: string) => code.split(new RegExp(`(${variable})`));
export const isMarked = (part: string) => part === variable;
