import { type Kind, mixed, readsAlike, text } from "../../testing/unusual_mail.ts";

const named = (parameter: string) =>
  mixed(text("a"), ["Content-Type: a/b", `Content-Disposition: attachment; ${parameter}`, "", "x"]);
const names = (
  [
    ["filename=d%20e.txt", "d%20e.txt"],
    ['filename="d%20e.txt"', "d%20e.txt"],
    ["filename*=utf-8''d%20e.txt", "d e.txt"],
    ["filename*=utf-8''d%2520e.txt", "d%20e.txt"],
    ["filename*0=d%20; filename*1=e.txt", "d%20e.txt"],
    ["filename*0*=utf-8''d%20; filename*1=e%20.txt", "d e%20.txt"],
    ["filename*=utf-8''100%.txt", "100%.txt"],
    ["filename*0*=utf-8''50%%20o; filename*1*=ff%.txt", "50% off%.txt"],
    [String.raw`filename="C:\Users\ann\plan.pdf"`, "plan.pdf"],
    [String.raw`filename="C:\\Users\\ann\\plan.pdf"; size=1`, "plan.pdf"],
    [String.raw`filename="\\server\share\my plan.pdf"`, "my plan.pdf"],
    [String.raw`filename="a \"quoted\" name.pdf"`, 'a "quoted" name.pdf'],
    ["filename=report (1).pdf", "report (1).pdf"],
    ['filename="my name=a.txt"', "my name=a.txt"],
    ["filename=my file.txt", "my file.txt"],
    ["filename=a.txt; filename=b.txt", "a.txt"],
    ["filename*=utf-8''invoice%E2%80%AEfdp.exe", "invoice fdp.exe"],
    ["filename*=utf-8''%E2%80%AEa%0Ab%E2%80%8B.txt", "a b.txt"],
    ["filename*=utf-8''%E2%80%AE", "attachment.bin"],
    ["filename=ascii.txt; filename*=utf-8''%E2%82%AC.txt", "€.txt"],
  ] as const
).map(([parameter, name]): Kind => [`a file with ${parameter}`, named(parameter), { files: [[name, "x"]] }]);

readsAlike("names of files", names);
