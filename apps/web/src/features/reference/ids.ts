/** The ids of the page's parts: links to them stay valid. A call's is its operationId, a tag's its name. */
export const contentsId = "contents";
export const objectId = (name: string) => `object-${name}`;
export const refusalId = (status: string) => `refusal-${status}`;
