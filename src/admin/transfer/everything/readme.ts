import type { ExportKind } from './export-kind'

interface Described {
  kinds: readonly ExportKind[]
  withSecrets: boolean
}

/** Formats a text for people who open the archive without Quire. */
export function formatReadme({ kinds, withSecrets }: Described): string {
  const files = kinds.filter(({ isSecret }) => withSecrets || !isSecret)
  const names = files.map(({ name, about }) => `${`${name}.jsonl`.padEnd(32)}${about}`)
  const secrets = withSecrets
    ? 'It contains hashes of passwords and keys. Keep it where only you can read it.'
    : 'It contains no passwords and no keys.'
  return `This is an export of everything from Quire: the libraries, and what everybody read and made.
${secrets} The books themselves are not in it.

Each .jsonl file has one JSON object on each line, in UTF-8. A file without lines is not there.
Times are in UTC, or in milliseconds since 1970 if their name ends in "Ms". Pages count from 1, and
fractions are from 0 to 1. A member that is named after a kind of record, such as "book", is an ID.
export.schema.json is a JSON Schema of the lines, and export.json has their number and the version.

To read it back into an empty installation over the same books:

  quire migrate
  quire import THIS_ARCHIVE --apply
  (with --map /old/folder=/new/folder if the books are at another place)

${names.join('\n')}
${'covers/'.padEnd(32)}Files of uploaded covers.
`
}
