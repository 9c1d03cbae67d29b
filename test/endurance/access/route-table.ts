/**
 * Describes the subject of each route. A new route needs an entry only if no pattern covers it. A
 * path below a known one with known parameters, such as `/series/:id/rating`, is already covered.
 */
import type { Schema } from '../../support/routes'

/**
 * `items`: routes of series, books and what belongs to them. `own`: routes of the viewer's account.
 * `admin`: for administrators only. `open`: no sign-in required, and no items returned.
 */
type Subject = 'items' | 'own' | 'admin' | 'open'

/** The first pattern that matches the path applies. */
const subjects: readonly [RegExp, Subject][] = [
  [/^\/(health|docs|assets|icons|manifest|favicon|service-worker|branding)/, 'open'],
  [
    /^\/api\/v1\/(openapi\.json|setup\/.+|settings\/branding|auth\/(login|logout|refresh|passkey\/options|quick-switch\/people(\/:id\/picture)?|oidc\/providers))$/,
    'open',
  ],
  [/^\/api\/v1\/users\/:id\/picture$/, 'own'],
  [/^\/api\/v1\/user\/(ratings|read-history|exports|imports|recommendations|plugins)\b/, 'items'],
  [
    /^\/api\/v1\/(auth|user|preferences|reading-profiles|api-keys|kobo-devices|sync-logins|info|settings)\b/,
    'own',
  ],
  [
    /^\/api\/v1\/(admin|access|access-groups|imports|roles|logs|metrics|maintenance|users|audit-log|invitations|preserved-data)\b/,
    'admin',
  ],
  [/^\/api\/v1\/series\/(bulk|:id)\/sharing-tags/, 'admin'],
  [/^\/komga\/api\/(v1\/)?(logout|claim|oauth2|client-settings\/global\/list)/, 'open'],
  [/^\/komga\/actuator\/health/, 'open'],
  // Redirects to the feeds, which ask for the password.
  [/^\/komga\/opds\/v/, 'open'],
  [/^\/komga\/(api\/v2\/users|actuator)\b/, 'own'],
  [/^\/koreader\/(healthcheck|users)\b/, 'open'],
  [/^\/opds\/(v2\/authentication|search\.xml)/, 'open'],
  [/^\/kobo\/:key\/(v1\/(auth|initialization|library|books)\/?|\*)/, 'items'],
  [/^\/feeds\/:key\/releases\.(atom|ics)$/, 'items'],
  [/^\/koreader\/syncs\b/, 'items'],
  [/^\/komga\/(api|sse|\*)/, 'items'],
  [
    /^\/opds(\/v1\.2|\/v2)?(\/(catalog|search|books|keep-reading|on-deck|new-books|want-to-read|libraries|genres|publishers|series|collections|reading-lists))?\b/,
    'items',
  ],
  [
    /^\/api\/v1\/(libraries|filesystem|side-files|name-rules|series|books|genres|tags|people|search|progress|bookmarks|highlights|reading-sessions|reading-stats|filter-presets|want-to-read|collections|readlists|duplicates|trash|purges|tasks|events|releases|release-sources|metadata-runs|metadata-providers|scans|library-jobs|plugins|grouping-changes)\b/,
    'items',
  ],
]

export const findSubject = (path: string) => subjects.find(([pattern]) => pattern.test(path))?.[1]

/** Kinds of items that have an ID: the keys of `Ids`. */
export type Thing =
  | 'series'
  | 'book'
  | 'library'
  | 'collection'
  | 'readlist'
  | 'person'
  | 'genre'
  | 'tag'
  | 'cover'
  | 'scan'
  | 'task'
  | 'purge'
  | 'rule'
  | 'bookmark'

/** Kind of each path parameter, by a pattern for the path up to and including the parameter. */
const things: readonly [RegExp, Thing | 'nothing' | 'key'][] = [
  [/\/(series)\/:(id|itemId)$/, 'series'],
  [/\/editions\/:editionId$/, 'series'],
  [/\/(books|deleted-books|library)\/:(id|bookId|itemId)$/, 'book'],
  [/\/pdf-cache\/handles\/:bookId$/, 'nothing'],
  [/\/libraries\/:id$/, 'library'],
  [/\/collections\/:id$/, 'collection'],
  [/\/(readlists|reading-lists)\/:id$/, 'readlist'],
  [/\/people\/:id$/, 'person'],
  [/\/genres\/:(id|labelId)$/, 'genre'],
  [/\/tags\/:(id|labelId)$/, 'tag'],
  [/\/covers\/:coverId$/, 'cover'],
  [/\/scans\/:scanId$/, 'scan'],
  [/\/tasks\/:id$/, 'task'],
  [/\/purges\/:id$/, 'purge'],
  [/\/name-rules\/:id$/, 'rule'],
  [/\/bookmarks\/:bookmarkId$/, 'bookmark'],
  [/^\/(kobo|feeds)\/:key$/, 'key'],
  // Parts of the item before them, or items that do not belong to a series or book.
  [
    /:(number|name|hash|document|posterId|source|key|width|height|quality|grey|provider)$/,
    'nothing',
  ],
  [
    /:(titleId|linkId|eventId|completionId|highlightId|externalIdId|identityId|entryId|alias_id|ignoredId|changeSetId|job_id|itemId)$/,
    'nothing',
  ],
  [
    /:(group_id|tag_id|user_id|mapping_id|plugin_id|run_id|external_id|keyId|duplicateId)$/,
    'nothing',
  ],
  [
    /\/(users|api-keys|sessions|kobo-devices|sync-logins|feeds|plugins|notification-channels|notifications|filter-presets|reading-profiles|exports|imports|invitations|passkeys|identities|marks|devices)\/:id$/,
    'nothing',
  ],
  [
    /\/(releases|release-sources|metadata-runs|metadata-providers|want-to-read|duplicates|transient-books|grouping-changes)\/:id$/,
    'nothing',
  ],
]

const findThing = (start: string) => things.find(([pattern]) => pattern.test(start))?.[1]

/** Lists the parameters that match no pattern in `things`. */
export const listUnknownParameters = (path: string) =>
  listStarts(path).filter((start) => findThing(start) === undefined)

/** Lists the parts of the path that end with a parameter. */
const listStarts = (path: string) =>
  [...path.matchAll(/:\w+/g)].map(({ index, 0: name }) => path.slice(0, index + name.length))

export const hasThing = (path: string) =>
  listStarts(path).some((start) => !['nothing', 'key', undefined].includes(findThing(start)))

/** Returns the kind of the first item in the path. If that item is hidden, the answer is 404. */
export const findFirstThing = (path: string) =>
  listStarts(path)
    .map(findThing)
    .find((thing) => thing !== 'nothing' && thing !== 'key') as Thing | undefined

export type Ids = Record<Thing, string>
const nobody = '018f0000-0000-7000-8000-000000000000'

export function fillParameters(path: string, ids: Ids, key: string): string {
  let filled = path
  for (const start of listStarts(path).toReversed()) {
    const thing = findThing(start)
    const name = start.slice(start.lastIndexOf(':') + 1)
    const plain = /^(number|width|height|quality)$/.test(name) ? '1' : nobody
    const value = thing === 'key' ? key : !thing || thing === 'nothing' ? plain : ids[thing]
    filled = start.slice(0, start.lastIndexOf(':')) + value + filled.slice(start.length)
  }
  return filled.replace('*', 'x')
}

/** Returns IDs of items that do not exist. */
export const unknownIds = (ids: Ids) =>
  Object.fromEntries(Object.keys(ids).map((thing) => [thing, nobody])) as Ids

/** True for list requests that send their conditions in the body. */
export const isQuestion = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /\/(series|books)\/(list|search)(\/|$)/.test(path)

export interface TableRoute {
  method: string
  path: string
  body: Schema | undefined
}
