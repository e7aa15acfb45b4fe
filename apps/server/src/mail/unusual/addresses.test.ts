import { type Kind, readsAlike } from "../../testing/unusual_mail.ts";

const addresses: Kind[] = [
  [
    "a comment in an address",
    ["From: Pete <pete(his account)@silly.test>", "", "x"],
    { sender: "Pete <pete@silly.test>" },
  ],
  [
    "comments and blanks (RFC 5322, A.5)",
    [
      "From: Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>",
      "To:A Group(Some people)",
      "     :Chris Jones <c@(Chris's host.)public.example>,",
      "         joe@example.org,",
      "  John <jdoe@one.test> (my dear friend); (the end of the group)",
      "Cc:(Empty list)(start)Hidden recipients  :(nobody(that I know))  ;",
      ...["", "x"],
    ],
    {
      sender: "Pete <pete@silly.test>",
      to: ["Chris Jones <c@public.example>", "joe@example.org", "John <jdoe@one.test>"],
      cc: [],
    },
  ],
  [
    "obsolete addresses (RFC 5322, A.6)",
    [
      "From  : John Doe <jdoe@machine(comment).  example>",
      "To    : Mary Smith",
      "          <@node.test:mary@example.net>, , jdoe@test  . example",
      "",
      "x",
    ],
    { sender: "John Doe <jdoe@machine.example>", to: ["Mary Smith <mary@example.net>", "jdoe@test.example"] },
  ],
  ["a route", ["From: J <@a.test,@b.test:j@x.test>", "", "x"], { sender: "J <j@x.test>" }],
  [
    "a route alone",
    ["From: <@a.test:j@x.test>", "To: <@a.test,@b.test:j@x.test>, k@x.test", "", "x"],
    { sender: "j@x.test", to: ["j@x.test", "k@x.test"] },
  ],
  [
    "a comment for a name",
    ["From: pete@silly.test (Pete (the man))", "", "x"],
    { sender: "Pete the man <pete@silly.test>" },
  ],
  [
    "a comment within a bare address",
    ["From: pete(his account)@silly.test", "", "x"],
    { sender: "his account <pete@silly.test>" },
  ],
  ["a comment that is not closed", ["From: pete@silly.test (Pete", "", "x"], { sender: "Pete <pete@silly.test>" }],
  [
    "another address in a comment (threat 20)",
    ["From: pete@silly.test (boss@bank.example)", "", "x"],
    { sender: "boss@bank.example <pete@silly.test>" },
  ],
  [
    "a comment that would join two domains",
    ["From: <user@good.test(x)evil.test>", "", "x"],
    { sender: "evil.test <user@good.test>" },
  ],
  [
    "brackets in a quoted name",
    ['From: "Pete (the man)" <pete@silly.test>', "", "x"],
    { sender: "Pete (the man) <pete@silly.test>" },
  ],
  ["a quote that is not closed", ['From: "Ann <ann@x.example>', "", "x"], { sender: "Ann <ann@x.example>" }],
  [
    "a quote that is not closed behind others",
    ['From: "Ann" B" <ann@x.example>', 'To: "A, B" <a@x.test>, "C <c@x.test>, d@x.test', "", "x"],
    { sender: "Ann B <ann@x.example>", to: ["A, B <a@x.test>", "C <c@x.test>", "d@x.test"] },
  ],
  [
    "quotes that are escaped outside a string",
    ['From: Ann \\"X\\" <ann@x.example>', "", "x"],
    { sender: "Ann X <ann@x.example>" },
  ],
  ["angle brackets that are not closed", ["From: Ann <ann@x.example", "", "x"], { sender: "Ann <ann@x.example>" }],
  ["angle brackets that are not opened", ["From: ann@x.example>", "", "x"], { sender: "ann@x.example" }],
  ["two angle brackets", ["From: Ann <<ann@x.example>>", "", "x"], { sender: "Ann <ann@x.example>" }],
  ["a quoted name without angle brackets", ['From: "Ann" ann@x.example', "", "x"], { sender: "Ann <ann@x.example>" }],
  ["an address for a name", ["From: ann@x.example <ann@x.example>", "", "x"], { sender: "ann@x.example" }],
  ["an address in quotes", ['From: "ann@x.example"', "", "x"], { sender: "ann@x.example" }],
  ["a name in apostrophes", ["From: 'Ann' <ann@x.example>", "", "x"], { sender: "'Ann' <ann@x.example>" }],
  ["mailto: in angle brackets", ["From: Ann <mailto:ann@x.example>", "", "x"], { sender: "Ann <ann@x.example>" }],
  ["an empty From before another", ["From:", "From: ann@x.example", "", "x"], { sender: "" }],
  ["a quoted local part", ['From: Pete <"a(b) c"@silly.test>', "", "x"], { sender: 'Pete <"a(b) c"@silly.test>' }],
  ["a domain literal", ["From: a@[IPv6:2001:db8::1]", "", "x"], { sender: "a@[IPv6:2001:db8::1]" }],
  [
    "a name with dots and a comma",
    ["From: Joe Q. Public, PhD <joe@x.test>", "", "x"],
    { sender: "Joe Q. Public, PhD <joe@x.test>" },
  ],
  ["an at sign in a name", ["From: Jon @ home <jon@x.test>", "", "x"], { sender: "Jon @ home <jon@x.test>" }],
];

readsAlike("addresses", addresses);
