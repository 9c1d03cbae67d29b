/** What the places of series say of them, and what people corrected of that. */
import { loadNaming } from '../../corrections/load'
import { giveWay } from '../../../platform/db/yield'
import type { Db } from '../../../platform/db/store'
import { type Naming, placeOf, readFile } from '../../../media/naming/naming'
import type { Group } from '../../../media/naming/strategy'
import type { Heard } from './heard'
import type { Author } from '../schema'

export interface FromPath {
  title: string
  year: number | null
  publisher?: string
  imprint?: string
  authors?: Author[]
}

export interface Placed extends Heard {
  fromPath: FromPath
  /** Source of a title that a person's correction gives: it goes before what files say. */
  corrected: string | undefined
}

export async function hearPlaces(db: Db, heard: readonly Heard[]): Promise<Placed[]> {
  const namings = new Map<string, Naming>()
  const placed: Placed[] = []
  for (const one of heard) {
    const { libraryId, rootId, relativePath: path, files } = one
    const naming = namings.get(libraryId) ?? (await loadNaming(db, libraryId))
    namings.set(libraryId, naming)
    placed.push(withGroup(one, placeOf(naming, readFile(naming, { rootId, path }, files))))
    await giveWay()
  }
  return placed
}

function withGroup(heard: Heard, group: Group): Placed {
  const { title, corrected } = group
  const placed = { ...heard, corrected, fromPath: fromPathOf(group) }
  if (corrected === undefined) return placed
  const { offer, sources } = heard
  return { ...placed, offer: { ...offer, title }, sources: { ...sources, title: corrected } }
}

function fromPathOf({ title, year, publisher, imprint, author }: Group): FromPath {
  return {
    title,
    year,
    ...(publisher !== undefined && { publisher }),
    ...(imprint !== undefined && { imprint }),
    ...(author !== undefined && { authors: [{ name: author, role: 'author' }] }),
  }
}
