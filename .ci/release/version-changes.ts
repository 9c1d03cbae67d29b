/** Picks the changes of released versions that people are shown after an update. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VersionChanges } from '../../src/version'
import { findSection } from './changelog'

const mostVersions = 3
const mostChanges = 8
const longestChange = 300

export const readVersionChanges = (root: string) =>
  listChangesOfVersions(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))

/** Returns the newest versions. `Unreleased` is none. */
export function listChangesOfVersions(changelog: string): VersionChanges[] {
  const headings = changelog.matchAll(
    /^## \[(\d+\.\d+\.\d+(?:-[\w.]+)?)\](?: - (\d{4}-\d\d-\d\d))?/gm,
  )
  return [...headings]
    .map(([, version = '', date]) => {
      const changes = listChanges(findSection(changelog, version) ?? '')
      const shown = changes.slice(0, mostChanges).map(shorten)
      return {
        version,
        date: date ?? null,
        changes: shown,
        moreCount: changes.length - shown.length,
      }
    })
    .filter(({ changes }) => changes.length > 0)
    .toSorted((a, b) => Bun.semver.order(b.version, a.version))
    .slice(0, mostVersions)
}

/** The list below `In short` if there is one, else all lists. */
function listChanges(section: string): string[] {
  const [, summary] = /^### In short\n([^]*?)(?=^###|(?![^]))/m.exec(section) ?? []
  const lines = (summary ?? section).split('\n')
  const changes: string[] = []
  let isContinued = false
  for (const line of lines) {
    if (line.startsWith('- ')) changes.push(line.slice(2))
    else if (isContinued && /^ {2}\S/.test(line)) changes.push(`${changes.pop()} ${line.trim()}`)
    isContinued = /^(- | {2}\S)/.test(line)
  }
  return changes.map(removeMarkdown).filter((change) => change !== '')
}

const removeMarkdown = (text: string) =>
  text
    .replaceAll(/\s*\(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__)(.+?)\1/g, '$2')
    .replaceAll(/(?<![\w*])([*_])(\S(?:.*?\S)?)\1(?![\w*])/g, '$2')
    .replaceAll('`', '')
    .trim()

const shorten = (text: string) =>
  text.length <= longestChange ? text : `${text.slice(0, longestChange - 1).trimEnd()}…`
