/** What the test uses of the reader's library, which has no types of its own. */
declare module 'foliate-js/epubcfi.js' {
  export function parse(cfi: string): unknown
  export function toRange(doc: object, parts: unknown): unknown
}
