import {
  base64,
  html,
  image,
  inline,
  type Kind,
  mixed,
  multipart,
  octets,
  png,
  readsAlike,
  related,
  shows,
  text,
} from "../../testing/unusual_mail.ts";

const jpeg = "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01";

const images: Kind[] = [
  ["an inline image without HTML", mixed(text("photo"), inline(jpeg, "image/jpeg")), { has_attachment: true }],
  ["an image that HTML shows", related(shows, inline(png)), { has_attachment: false }],
  [
    "an attached image that HTML shows",
    related(
      shows,
      image(png, "Content-Type: image/png", "Content-ID: <1@x>", "Content-Disposition: attachment; filename=p.png"),
    ),
    { has_attachment: false },
  ],
  [
    "an image that HTML does not mention",
    related(html("<p>photo</p><img src=cid:2@x>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image that HTML mentions in a comment",
    related(html("<p>photo<!-- <img src=cid:1@x> -->"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image that HTML mentions in a text",
    related(html("<p>photo &lt;img src=cid:1@x>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image that only a script has",
    related(html("<p>photo<script>'<img src=cid:1@x>'</script>"), inline(png)),
    { has_attachment: true },
  ],
  ["an image that a link leads to", related(html("<a href=cid:1@x>photo</a>"), inline(png)), { has_attachment: true }],
  [
    "an image of a style",
    related(html("<p style='background:url(cid:1@x)'>photo"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image of a style sheet",
    related(html("<style>p{background:url(cid:1@x)}</style><p>photo"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image of a style with an escaped name",
    related(html("<p style='background:url(\\63id:1@x)'>photo"), inline(png)),
    { has_attachment: false },
  ],
  [
    "a background image",
    related(html("<table background=cid:1@x><tr><td>photo</table>"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image of the style of a tag that is dropped",
    related(html("<object style='background:url(cid:1@x)'>photo</object>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image in a noscript",
    related(html("<p>photo<noscript><img src=cid:1@x></noscript>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image in a template",
    related(html("<p>photo<template><img src=cid:1@x></template>"), inline(png)),
    { has_attachment: true },
  ],
  [
    "an image whose address is written in entities",
    related(html("<img src='&#99;id:1&#64;x'>"), inline(png)),
    { has_attachment: false },
  ],
  [
    "an image whose address is percent-encoded",
    related(html("<img src=cid:1%40x>"), inline(png)),
    { has_attachment: false },
  ],
  ["a vector image", related(shows, inline("<svg/>", "image/svg+xml")), { has_attachment: true }],
  ["an image in HEIC", related(shows, inline("\0\0\0\x18ftypheic\0\0\0\0", "image/heic")), { has_attachment: true }],
  ["an image in TIFF", related(shows, inline("II*\0\x08\0\0\0", "image/tiff")), { has_attachment: true }],
  ["a file that calls itself an image", related(shows, inline("%PDF-1.7", "image/png")), { has_attachment: true }],
  ["an image of an unsaid type", related(shows, inline(png, "application/octet-stream")), { has_attachment: false }],
  [
    "an image whose address HTML has (RFC 2557)",
    related(
      html("<img src='http://a.example/p.png'>"),
      image(png, "Content-Type: image/png", "Content-Location: http://a.example/p.png"),
    ),
    { has_attachment: false },
  ],
  [
    "a message that is only an image",
    ["Content-Type: image/png", "Content-ID: <1@x>", "Content-Transfer-Encoding: base64", "", base64(png)],
    { has_attachment: true, text: "", files: [["attachment.png", png]] },
  ],
  ["two images with the same Content-ID", related(shows, inline(png), inline(jpeg)), { has_attachment: true }],
  [
    "two images of which HTML shows one",
    related(shows, inline(png), image(png, "Content-Type: image/png", "Content-ID: <2@x>")),
    { has_attachment: true },
  ],
  ["an image beside a file", mixed(related(shows, inline(png)), [...octets("7bit"), "a"]), { has_attachment: true }],
  [
    "an empty Content-ID",
    related(html("<img src=cid:>photo"), image(png, "Content-Type: image/png", "Content-ID: <>")),
    { has_attachment: true },
  ],
  [
    "an image that is shown by two alternatives",
    multipart("alternative", text("photo"), related(shows, inline(png))),
    { has_attachment: false, text: "photo" },
  ],
  [
    "an image in quoted-printable",
    related(shows, [
      "Content-Type: image/png",
      "Content-ID: <1@x>",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "=89PNG=0D=0A=1A=0A=00=00=00=0DIHDR",
    ]),
    { has_attachment: false },
  ],
  [
    "an image that HTML nobody is shown has",
    multipart("alternative", shows, html("<p>photo")),
    { has_attachment: false },
  ],
];

readsAlike("images", images);
