/** Logs the ranges that this Worker reads from book files. */
import { appendFileSync } from 'node:fs'
import { BookFile } from '../../../src/media/contents/book-file'

const { readInto } = BookFile.prototype

BookFile.prototype.readInto = function logAndRead(buffer: Uint8Array, offset: number) {
  appendFileSync(process.env['QUIRE_TEST_READS']!, `${offset} ${buffer.length}\n`)
  readInto.call(this, buffer, offset)
}
