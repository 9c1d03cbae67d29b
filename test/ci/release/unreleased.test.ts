import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseUnreleasedDocuments } from '../../../.ci/release/unreleased'

function writeDocuments(texts: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  mkdirSync(join(folder, 'docs'))
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  return folder
}

test.each([
  'Quire is young, and no release has been published yet.',
  'There is no release yet; until then, the newest commit.',
  'Komga has been. Quire has no release yet.',
])('a release from a tag is refused if a document says: %s', (sentence) => {
  const texts = { 'README.md': '# Quire\n', 'docs/installing.md': `# Installing\n\n${sentence}\n` }
  const folder = writeDocuments(texts)
  expect(() => refuseUnreleasedDocuments(folder, true)).toThrow('docs/installing.md:3')
  expect(() => refuseUnreleasedDocuments(folder, false)).not.toThrow()
})

test('the instructions for releases do not stop a release', () => {
  const text = readFileSync(join(import.meta.dir, '../../../docs/releasing.md'), 'utf8')
  const folder = writeDocuments({ 'docs/releasing.md': text })
  expect(() => refuseUnreleasedDocuments(folder, true)).not.toThrow()
})

test('other sentences about releases are no reason', () => {
  const text = 'What is new in each release. `re2-wasm` was rejected: no release for years.\n'
  expect(() => refuseUnreleasedDocuments(writeDocuments({ 'README.md': text }), true)).not.toThrow()
})
