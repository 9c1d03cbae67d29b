/** 7z archives written by a program other than 7-Zip (py7zr). */
import { afterAll, expect, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { readBook } from '../../../src/media/reader/reader'
import { writeBook } from '../../support/make/tree'
import { archiveMessages } from '../../../src/media/archives/messages'

afterAll(closeDecoder)

const zstandardArchive =
  'N3q8ryccAAReeXT0aAAAAAAAAAAUAAAAAAAAAJpOC4ootS/9AFhRAABubyBwaWN0dXJlAQBQAQQGAAEJEwAHCwEAASQE9xEBBQEFAwAADAoACAoBYeC/3QAABQEZBAAAAAARDQAxAC4AcABuAGcAAAAUCgEAkNUwadd53QEVBgEAIICAgQAAABcGEwEJVQAHCwEAASEhARgMUQAA'
const archiveWithHiddenNames =
  'N3q8ryccAAR6m7WtgAAAAAAAAAAoAAAAAAAAAOhI5y+9cIo4U2GwQArSKg9XpNwMyb/RqJlH/oAY1U2AV8DdlpaWd0t/fxXKQdxofXQBNVpzWuDAcci7lpDC8BwAD0BRf2sDALCaZUtNdt+uoQG7eUklS+IBMWpjbiSCR2Rv7qQAsEiN7iDLsL63kBP+dAe2BEP6/HsfS0BpDEbXDHMHIBcGEAEJcAAHCwEAASQG8QcBElMPFvtGG7ULmkw/ohLI3HXXFwxlAAA='

test.each([
  [
    'with a method that 7-Zip does not support',
    zstandardArchive,
    'unsupported',
    archiveMessages.sevenzip_method({ method: 'Zstandard' }),
  ],
  ['with encrypted names', archiveWithHiddenNames, 'encrypted', archiveMessages.encrypted()],
])('an archive %s is not reported as damaged', async (_, bytes, code, message) => {
  const path = writeBook('book.cb7', Buffer.from(bytes, 'base64'))
  const { findings } = await readBook(path)
  expect(findings).toEqual([{ code, message }] as typeof findings)
})
