/** Unpacks what a device downloads, with a third-party ZIP reader. */
import { expect } from 'bun:test'
import { BlobReader, BlobWriter, ZipReader } from 'foliate-js/vendor/zip.js'

export async function unpack(response: Response) {
  expect(response.status).toBe(200)
  const blob = await response.blob()
  const entries = await new ZipReader(new BlobReader(blob)).getEntries()
  const read = (name: string): Promise<Blob> =>
    entries.find(({ filename }) => filename === name)!.getData(new BlobWriter())
  return {
    blob,
    names: entries.map(({ filename }) => filename),
    readText: async (name: string) => (await read(name)).text(),
    readBytes: async (name: string) => (await read(name)).bytes(),
  }
}
