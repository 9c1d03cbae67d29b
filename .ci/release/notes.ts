/** Writes the release notes: changes, the way back, checksums, and what was tested. */
import type { Changes } from './changelog'
import { checksumsName, formatTime, type Release, signatureName } from './model'
import { neverTested, type ReleaseTests } from './report'

export interface NotesInput {
  release: Release
  changes: Changes
  checksums: ReadonlyMap<string, string>
  /** Undefined if the tests were skipped. */
  tests: ReleaseTests | undefined
  /** Undefined if the release is not signed. */
  publicKey: string | undefined
}

export function formatNotes(input: NotesInput): string {
  const { release, changes, checksums } = input
  const sections = [
    `# Quire ${release.version}`,
    `Made from ${release.madeFrom}, commit ${release.commit}, ${formatTime(release.epoch)}.`,
    ...formatWarnings(input),
    '## Changes',
    changes.text,
    '## How to go back',
    wayBack,
    '## Verify',
    formatVerification(input),
    '## Checksums (SHA-256)',
    `\`\`\`text\n${[...checksums].map(([name, hash]) => `${hash}  ${name}`).join('\n')}\n\`\`\``,
    ...formatTests(input.tests),
  ]
  return `${sections.join('\n\n')}\n`
}

function formatWarnings({ tests, publicKey, changes, release }: NotesInput): string[] {
  const warnings = [
    ...(tests ? [] : ['**Untested: the tests were skipped. Do not publish this release.**']),
    ...(publicKey === undefined ? ['**Unsigned: there was no key.**'] : []),
    ...(changes.isOfVersion
      ? []
      : [
          `**The changes are those of "Unreleased": CHANGELOG.md has no section for ${release.version}.**`,
        ]),
  ]
  return warnings.length > 0 ? [warnings.join('\n\n')] : []
}

const wayBack = `If \`quire update\` installed this version, stop Quire and run the command that it printed, which begins with
\`quire rollback\`: it puts the previous version back and keeps what was read since. Otherwise stop Quire, install the
former version, and if the upgrade changed the database, restore the backup that was made before:
\`quire backup list\` shows it as \`before-...\`. What was read since is lost then.`

const formatVerification = ({ publicKey }: NotesInput) =>
  publicKey === undefined
    ? `\`sha256sum --check --ignore-missing ${checksumsName}\``
    : [
        '```sh',
        `minisign -Vm ${checksumsName} -P ${publicKey}   # reads ${signatureName}`,
        `sha256sum --check --ignore-missing ${checksumsName}`,
        '```',
      ].join('\n')

function formatTests(tests: ReleaseTests | undefined): string[] {
  const untested = [...neverTested, ...(tests?.skipped ?? [])]
  const passed =
    tests && tests.passed.length > 0 ? ['## What was tested', formatList(tests.passed)] : []
  return [...passed, '## What was not tested', formatList(untested)]
}

const formatList = (names: readonly string[]) => names.map((name) => `- ${name}`).join('\n')
