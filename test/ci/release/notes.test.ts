import { expect, test } from 'bun:test'
import { formatNotes, type NotesInput } from '../../../.ci/release/notes'
import { neverTested } from '../../../.ci/release/report'

const complete: NotesInput = {
  release: {
    version: '1.2.3',
    commit: 'abcdef',
    epoch: 0,
    madeFrom: 'tag v1.2.3',
    folder: '/nowhere',
    compression: 'small',
  },
  changes: { text: '### Added\n\n- Everything.', isOfVersion: true },
  checksums: new Map([['quire-1.2.3-linux-x64.gz', '0'.repeat(64)]]),
  tests: { passed: ['the image runs'], skipped: ['Windows (not run: there is no wine)'] },
  publicKey: 'RWQkey',
}

/** Returns the text below a heading. */
const getSection = (notes: string, heading: string) =>
  notes.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

test('the notes of a complete release have no warning', () => {
  const notes = formatNotes(complete)
  expect(notes).toStartWith(
    '# Quire 1.2.3\n\nMade from tag v1.2.3, commit abcdef, 1970-01-01T00:00:00Z.\n\n## Changes',
  )
  expect(getSection(notes, 'Changes')).toContain('- Everything.')
  expect(getSection(notes, 'Verify')).toContain('minisign -Vm SHA256SUMS -P RWQkey')
  expect(getSection(notes, 'Checksums (SHA-256)')).toContain(
    `${'0'.repeat(64)}  quire-1.2.3-linux-x64.gz`,
  )
  expect(getSection(notes, 'What was tested')).toContain('- the image runs\n')
})

test('the notes name the way back that keeps what was read', () => {
  const wayBack = getSection(formatNotes(complete), 'How to go back')
  expect(wayBack).toContain('`quire rollback`')
  // The newest backup may have been made by the newer version.
  expect(wayBack).not.toContain('restore latest')
})

test('the notes list what was not tested', () => {
  const untested = getSection(formatNotes(complete), 'What was not tested')
  for (const line of [...neverTested, 'Windows (not run: there is no wine)']) {
    expect(untested).toContain(`- ${line}\n`)
  }
})

test.each([
  { name: 'untested', given: { tests: undefined }, warning: '**Untested: the tests were skipped.' },
  { name: 'unsigned', given: { publicKey: undefined }, warning: '**Unsigned: there was no key.**' },
  {
    name: 'without changes of its own',
    given: { changes: { text: 'New.', isOfVersion: false } },
    warning: 'CHANGELOG.md has no section for 1.2.3.**',
  },
])('the notes of a release that is $name begin with that', ({ given, warning }) => {
  const notes = formatNotes({ ...complete, ...given })
  expect(notes.split('\n## ')[0]).toContain(warning)
  expect(notes.includes('minisign')).toBe(!('publicKey' in given))
  expect(notes.includes('## What was tested')).toBe(!('tests' in given))
})
