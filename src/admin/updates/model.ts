import { anyText, list, long, named, nullable, type Static } from '../../platform/http/shapes'

const NewVersion = named('NewVersion', {
  version: anyText(),
  date: nullable(anyText(), { description: 'Date of the release, such as `2027-01-31`' }),
  changes: list(anyText(), { description: 'Entries of the release notes' }),
  moreCount: long({ description: 'Number of changes that are left out' }),
})

export const WhatsNew = named('WhatsNew', {
  versions: list(NewVersion, { description: 'Newest first' }),
  notesUrl: nullable(anyText(), {
    description: 'The complete release notes of the newest version; for administrators',
  }),
})
export type WhatsNew = Static<typeof WhatsNew>
