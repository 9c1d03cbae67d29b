/** Accounts of Audiobookshelf, with their restrictions. */
import { parseBcrypt } from '../../../../accounts/users/passwords/foreign-passwords'
import type { ForeignPerson } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asList, asObject, type ForeignObject, parseForeignJson } from '../values/foreign-json'
import { asBoolean, asId, asText, type Value } from '../values/foreign-values'
import { nameOthers, shortenLabel } from '../values/labels'
import { asShortText } from '../locked-fields'
import type { Ebooks } from './audiobookshelf-books'

/** The label of books that Audiobookshelf calls explicit. */
export const explicitLabel = 'explicit'

const maxTags = 500

/** The tag restrictions of one person. */
export interface TagLimits {
  denied: readonly string[]
  /** null if there is no list of allowed tags. */
  allowed: readonly string[] | null
  hidesExplicit: boolean
  /** null means all libraries. */
  libraryIds: readonly string[] | null
}

const unlimited: TagLimits = { denied: [], allowed: null, hidesExplicit: false, libraryIds: null }

const columns = ['id', 'username', 'email', 'pash', 'type', 'isActive', 'permissions'] as const

type PersonRow = ForeignRow<(typeof columns)[number]>

const listRows = (db: ForeignDatabase) =>
  db.rows('users', columns, { orderBy: ['createdAt', 'id'] })

export function readAudiobookshelfPeople(db: ForeignDatabase, ebooks: Ebooks): ForeignPerson[] {
  const hasExplicit = ebooks.marks.values().some(({ isExplicit }) => isExplicit)
  return [...listRows(db)].flatMap((row) => {
    const [foreignId, name] = [asId(row.id), asText(row.username, 100)?.trim()]
    if (foreignId === null || !name) return []
    const isActive = asBoolean(row.isActive)
    const type = asText(row.type, 40)
    const limits = readLimits(row)
    return {
      foreignId,
      name,
      email: asText(row.email, 200)?.trim() ?? '',
      passwordHash: isActive ? parseBcrypt(asText(row.pash)) : null,
      isAdmin: type === 'root' || type === 'admin',
      isActive,
      libraryIds: limits.libraryIds,
      ageLimit: null,
      ...toLabels(limits, hasExplicit),
    }
  })
}

export const readAllLimits = (db: ForeignDatabase): TagLimits[] => [...listRows(db)].map(readLimits)

/**
 * Reads the restrictions of a person. The first account can see everything. Unknown settings count
 * as the strictest ones.
 */
function readLimits({ type, permissions: text }: PersonRow): TagLimits {
  if (type === 'root') return unlimited
  const permissions = asObject(parseForeignJson(text)) ?? {}
  const is = (name: string) => permissions[name] === (true as unknown)
  const libraries = asList(permissions['librariesAccessible'])
  const limits: TagLimits = {
    ...unlimited,
    hidesExplicit: !is('accessExplicitContent'),
    libraryIds: is('accessAllLibraries')
      ? null
      : libraries.flatMap((id) => asId(id as Value) ?? []),
  }
  return is('accessAllTags') ? limits : limitTags(limits, permissions)
}

function limitTags(limits: TagLimits, permissions: ForeignObject): TagLimits {
  const given = asList(permissions['itemTagsSelected'])
  const tags = given.slice(0, maxTags).flatMap((tag) => asShortText(tag as Value) ?? [])
  const isDenylist = permissions['selectedTagsNotAccessible'] === (true as unknown)
  if (tags.length < given.length) return { ...limits, libraryIds: [] }
  if (isDenylist) return { ...limits, denied: tags }
  // An empty list of allowed tags allows nothing.
  return tags.length === 0 ? { ...limits, libraryIds: [] } : { ...limits, allowed: tags }
}

/**
 * Converts restrictions to labels. Audiobookshelf restricts books, and Quire restricts series, so a
 * series is hidden if one of its books has none of the allowed tags.
 */
function toLabels({ denied, allowed, hidesExplicit }: TagLimits, hasExplicit: boolean) {
  return {
    allowedLabels: (allowed ?? []).map(shortenLabel),
    deniedLabels: [
      ...denied.map(shortenLabel),
      ...(allowed ? [nameOthers(allowed)] : []),
      ...(hidesExplicit && hasExplicit ? [explicitLabel] : []),
    ],
  }
}
