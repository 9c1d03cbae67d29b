import type { ExportKind } from '../everything/kind'

/** For people who open the archive without Quire. */
export function formatOwnReadme(kinds: readonly ExportKind[], username: string): string {
  const names = kinds.map(({ name, about }) => `${`${name}.jsonl`.padEnd(32)}${about}`)
  return `This is an export from Quire of everything that ${username} made and did there.
It contains no passwords and no keys, nothing of other people, and not the books themselves.

Each .jsonl file has one JSON object on each line, in UTF-8. A file without lines is not there.
Times are in UTC, or in milliseconds since 1970 if their name ends in "Ms". Pages count from 1, and
fractions are from 0 to 1. A member that is named after a kind of record, such as "book", is an ID.
export.schema.json is a JSON Schema of the lines, and export.json has their number and the version.

To add what ${username} read and made to an installation, over the same books or others:

  quire import THIS_ARCHIVE --reading --apply

${'series.jsonl'.padEnd(32)}Series that other files refer to.
${'books.jsonl'.padEnd(32)}Books that other files refer to.
${names.join('\n')}
${'covers/'.padEnd(32)}Files of the picture, and of uploaded covers of lists.
`
}
