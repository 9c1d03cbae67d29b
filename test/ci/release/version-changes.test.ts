import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { listChangesOfVersions } from '../../../.ci/release/version-changes'

const changelog = `# Changelog

## [Unreleased]

### Added

- Not yet.

## [0.4.0] - 2027-03-01

Words before the list.

### In short

- **Covers.** Load \`twice\` as fast ([decision 12](docs/decisions/12.md)).
- See [how to update](docs/update.md), _Settings > About_,
  or \`a_b_c\`.

### Added

- A detail.

## [0.3.0]

### Added

${Array.from({ length: 10 }, (_, n) => `- Change ${n}.`).join('\n')}

### Fixed

- ${'x'.repeat(400)}

## [0.2.1] - 2026-12-24

Nothing for users.

## [0.2.0] - 2026-12-01

- First.

## [0.1.0] - 2026-11-01

- Too old.
`

test('the newest versions are listed with the changes for users as plain text', () => {
  const [first, second, third, ...rest] = listChangesOfVersions(changelog)
  expect(first).toEqual({
    version: '0.4.0',
    date: '2027-03-01',
    changes: ['Covers. Load twice as fast.', 'See how to update, Settings > About, or a_b_c.'],
    moreCount: 0,
  })
  expect(second).toMatchObject({ version: '0.3.0', date: null, moreCount: 3 })
  expect(second!.changes.length).toBe(8)
  expect(third).toMatchObject({ version: '0.2.0', changes: ['First.'] })
  expect(rest).toEqual([])
})

test('a long change is cut', () => {
  const [only] = listChangesOfVersions(`## [1.0.0]\n\n- ${'x'.repeat(400)}\n`)
  expect(only!.changes[0]!.length).toBe(300)
  expect(only!.changes[0]!.endsWith('…')).toBe(true)
})

test('the list is empty until a version is released', () => {
  expect(listChangesOfVersions('## [Unreleased]\n\n- New.\n')).toEqual([])
})

test('the change log of Quire has the form that is read', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8').replace('## [Unreleased]', '## [0.2.0]')
  const [first] = listChangesOfVersions(text)
  expect(first!.version).toBe('0.2.0')
  expect(first!.changes.length).toBeGreaterThan(3)
})
