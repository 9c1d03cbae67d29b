/** External IDs and links of a book, which are members of its metadata. */
import { anyText, id, list, named, nullable, shape, text } from '../../../platform/http/shapes'

export const maxExternal = 100

export const ExternalIdOfBook = named('BookExternalId', {
  source: anyText({ description: '`plugin:<name>`, `comicinfo` or `epub`' }),
  externalId: anyText(),
  externalUrl: nullable(anyText()),
})

export const ExternalLinkOfBook = named('BookExternalLink', {
  sourceName: anyText({ description: 'Name of the site in lower case' }),
  url: anyText(),
  externalId: nullable(anyText()),
})

export const externalMembers = {
  externalIds: nullable(list(ExternalIdOfBook), { description: 'One ID per source' }),
  externalLinks: nullable(list(ExternalLinkOfBook), { description: 'One link per site' }),
}

export const ExternalIdsOfBook = shape({ externalIds: list(ExternalIdOfBook) })
export const ExternalLinksOfBook = shape({ links: list(ExternalLinkOfBook) })

export const ExternalOfBookParams = shape({
  id: id('ID of the book'),
  source: text(120, { minLength: 1, description: 'Source of the ID, or name of the site' }),
})
