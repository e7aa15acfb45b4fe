export function findCode(_subject: string, _text: string): string {
  return "";
}
