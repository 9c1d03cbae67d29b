/** The ZIP reader inside foliate-js, which has no types of its own. */
declare module 'foliate-js/vendor/zip.js' {
  interface Entry {
    filename: string
    getData(writer: object): Promise<Blob>
  }
  export const BlobReader: new (blob: Blob) => object
  export const BlobWriter: new () => object
  export const ZipReader: new (reader: object) => { getEntries(): Promise<Entry[]> }
}
