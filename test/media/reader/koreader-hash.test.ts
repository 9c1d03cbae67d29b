import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeFileNameMd5, computePartialMd5 } from '../../../src/media/reader/koreader-hash'

const folder = mkdtempSync(join(tmpdir(), 'quire-koreader-hash-'))
afterAll(() => rmSync(folder, { recursive: true }))

const patternFile = (size: number) => {
  const path = join(folder, `${size}.cbz`)
  writeFileSync(
    path,
    Uint8Array.from({ length: size }, (_, i) => (31 * i + (i >> 8)) % 256),
  )
  return path
}

test.each([
  [500, '21f0df72cce9bc7da8dae2512ee5feed'],
  [1024, 'f4cd1641040a17288bb6104d9e66bdb5'],
  [1025, '170a888db01c00d8fc3e5d8d84de5838'],
  [2048, 'd0e59a0c7b893c3b8d6a9bddbd64e631'],
  [3000, 'd0e59a0c7b893c3b8d6a9bddbd64e631'],
  [200_000, '1784b150454ef4cf6780ceb94af0386f'],
  [1_050_000, '0fca5c751677ecbc2dcfe80ea75ace32'],
])('the partial MD5 of %d bytes equals that of KOReader', (size, md5) => {
  expect(computePartialMd5(patternFile(size))).toBe(md5)
})

test('an empty file has the MD5 of nothing', () => {
  expect(computePartialMd5(patternFile(0))).toBe('d41d8cd98f00b204e9800998ecf8427e')
})

test('the MD5 of a file name is computed from its UTF-8 bytes', () => {
  expect(computeFileNameMd5('ü.epub')).toBe('f05bf9e2e533426cb68d3b8b22386e14')
})
