import { expect, test } from 'bun:test'
import { findChanges, findSection } from '../../../.ci/release/changelog'

const changelog = `# Changelog

## [Unreleased]

### Added

- New.

## [0.2.0] - 2026-12-01

### Security

- Old, see [0.1.0].

## [0.1.0]

## [0.1.0-rc.1]

- Candidate.

[0.2.0]: https://quire.example/0.2.0
`

test('the section of a version ends at the next one', () => {
  expect(findSection(changelog, '0.2.0')).toBe('### Security\n\n- Old, see [0.1.0].')
  expect(findSection(changelog, '0.1.0-rc.1')).toBe('- Candidate.')
  expect(findSection(changelog, '0.1')).toBeUndefined()
  expect(findSection(changelog, '0x2.0')).toBeUndefined()
})

test('a tag needs a section of its own; without one, HEAD has unreleased changes', () => {
  expect(findChanges(changelog, '0.2.0', true)).toMatchObject({ isOfVersion: true })
  expect(findChanges(changelog, '0.3.0', false)).toEqual({
    text: '### Added\n\n- New.',
    isOfVersion: false,
  })
  expect(() => findChanges(changelog, '0.3.0', true)).toThrow('no section "## [0.3.0]"')
  expect(() => findChanges(changelog, '0.1.0', true)).toThrow('or it is empty')
})
