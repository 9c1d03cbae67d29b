/** Finds sentences that become false with the first release. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

const unreleased = /no release (?:has been published )?yet/i

/** A release that has a tag is published, with the documents as a web site. */
export function refuseUnreleasedDocuments(root: string, isTagged: boolean): void {
  if (!isTagged) return
  const list = (pattern: string) => [...new Glob(pattern).scanSync(root)]
  const documents = [...list('*.md'), ...list('docs/**/*.md')].toSorted()
  const found = documents.flatMap((document) => {
    const lines = readFileSync(join(root, document), 'utf8').split('\n')
    return lines.flatMap((line, n) => (unreleased.test(line) ? `${document}:${n + 1}` : []))
  })
  if (found.length === 0) return
  throw new Error(`These lines say that there is no release yet. Change them: ${found.join(', ')}`)
}
