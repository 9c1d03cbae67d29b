/**
 * Imports user data from an export. Never removes data: the newest position wins, all other data is
 * merged, and importing again changes nothing. The first pass over the files writes nothing, so a
 * damaged export changes nothing.
 */
import type { Context } from '../../../context'
import { foldName } from '../../../accounts/users/names/fold-name'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { refreshSeriesProgress } from '../../../reading/progress/series/series-progress'
import { type Part, readParts, readUsers } from '../files/read-export'
import { ImportRefused } from '../files/line-reader'
import type { UserLine } from '../line-kinds'
import { listAccountNames } from '../queries'
import { importBook, importSeries } from './import-items'
import { importListLine, importPreferences, importProfiles, importWanted } from './import-own'
import { type ImportReport, ImportState } from './import-state'
import { matchBooks, matchSeries } from './match-books'

type ImportContext = Pick<Context, 'write' | 'db' | 'clock'>

export interface ImportOptions {
  folder: string
  /** Maps user names in the export to accounts here. If empty, all users are imported. */
  users: ReadonlyMap<string, string>
  /** If false, the import is rolled back at the end. */
  applies: boolean
}

class Undone extends Error {}

/** Throws `ImportRefused` before anything is written. */
export async function importReading(
  ctx: ImportContext,
  { folder, users, applies }: ImportOptions,
): Promise<ImportReport> {
  const exported = readUsers(folder)
  for (const _ of readParts(folder));
  const state = await findAccounts(ctx, exported, users)
  for (const part of readParts(folder)) {
    await writeOrUndo(ctx, { applies }, (tx) => importPart(tx, state, part, ctx.clock.now()))
  }
  if (applies) await refreshSeries(ctx, state)
  return state.report
}

async function writeOrUndo(
  ctx: ImportContext,
  { applies }: Pick<ImportOptions, 'applies'>,
  work: (tx: Tx) => Promise<void>,
) {
  try {
    await ctx.write(async (tx) => {
      await work(tx)
      if (!applies) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

/**
 * Finds the account with the same ID, or else the same name. An account whose ID belongs to one
 * user of the export is not used for another user who has its name.
 */
async function findAccounts(
  { db }: ImportContext,
  exported: readonly UserLine[],
  chosen: ReadonlyMap<string, string>,
): Promise<ImportState> {
  const accounts = await listAccountNames(db)
  const ids = new Set(accounts.map(({ id }) => id))
  const matchedById = new Set(exported.map(({ id }) => id).filter((id) => ids.has(id)))
  const byName = new Map(accounts.map(({ nameKey, id }) => [nameKey, id]))
  const missing = [...chosen.keys()].find((name) => !exported.some((user) => user.name === name))
  if (missing !== undefined) throw new ImportRefused(`The export has no user "${missing}".`)
  const accountById = new Map<string, string>()
  const newNameById = new Map<string, string>()
  for (const { id, name } of exported) {
    if (chosen.size > 0 && !chosen.has(name)) continue
    const accountName = chosen.get(name) ?? name
    const isChosen = accountName !== name
    const accountOfName = byName.get(foldName(accountName))
    const account = isChosen ? accountOfName : findSameAccount(id, accountOfName, matchedById)
    if (account !== undefined) accountById.set(id, account)
    else if (!isChosen) newNameById.set(id, name)
    else throw new ImportRefused(`There is no user "${accountName}" here.`)
  }
  return new ImportState(accountById, newNameById)
}

function findSameAccount(
  id: string,
  accountOfName: string | undefined,
  matchedById: ReadonlySet<string>,
) {
  if (matchedById.has(id)) return id
  return accountOfName !== undefined && matchedById.has(accountOfName) ? undefined : accountOfName
}

async function importPart(tx: Tx, state: ImportState, part: Part, now: Date) {
  switch (part.type) {
    case 'books': {
      const found = await matchBooks(tx, part.books)
      for (const line of part.books) state.addBook(line, found.get(line.id))
      for (const line of part.books) {
        await importBook(tx, state, { line, lines: part.lines.get(line.id)!, now })
      }
      return
    }
    case 'series': {
      const ids = part.series.map(({ id }) => id)
      const present = await matchSeries(tx, ids)
      for (const id of ids) {
        state.addSeries(id, present.has(id))
        const place = state.findPlace('series', id)
        await importSeries(tx, state, { place, lines: part.lines.get(id)!, now })
      }
      return
    }
    case 'want_to_read':
      return importWanted(tx, state, { lines: part.lines, now })
    case 'reading_profiles':
      return importProfiles(tx, state, part.lines)
    case 'preferences':
      return importPreferences(tx, state, { lines: part.lines, now })
    case 'lists':
      return importListLine(tx, state, { ...part, now })
  }
}

const seriesAtOnce = 100

async function refreshSeries(ctx: ImportContext, { changedSeries }: ImportState) {
  for (const [userId, ids] of changedSeries) {
    for (const slice of splitIntoSlices([...ids], seriesAtOnce)) {
      await ctx.write((tx) => refreshSeriesProgress(tx, slice, userId))
    }
  }
}
