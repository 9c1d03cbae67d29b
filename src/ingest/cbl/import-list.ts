/** Creates a reading list from a file and the user's choices, or replaces the entries of a list. */
import type { Viewer } from '../../accounts/permissions/model'
import { replaceItems } from '../../catalog/item-lists/entries/items'
import { getListFor } from '../../catalog/item-lists/list-rights'
import { storeNewList } from '../../catalog/item-lists/service'
import { getReadingList, readingListKind } from '../../catalog/reading-lists/service'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { validate, invalidBody } from '../../platform/http/validation'
import { yieldToEventLoop } from '../../platform/lib/yield'
import { type ChoiceRow, storeChoices } from './choice-queries'
import type { CblEntry } from './entry'
import { learnChoices } from './match/learn-choices'
import { cblMessages } from './messages'
import { Choices, type ImportForm } from './model'
import { type NewMissing, replaceMissingEntries } from './missing-queries'
import { parseCbl } from './parse-cbl'

export async function importList(ctx: Context, viewer: Viewer, form: ImportForm) {
  const choices = parseChoices(form.choices)
  const { entries } = await parseCbl(form.file)
  const plan = await buildPlan(entries, choices)
  const learned = await buildChoices(ctx, viewer, entries, choices)
  const listId = await ctx.write(async (tx) => {
    const id = await findOrCreateList(ctx, tx, viewer, form)
    await replaceItems(ctx, tx, viewer, { kind: readingListKind, id, itemIds: plan.bookIds })
    await replaceMissingEntries(tx, id, { entries: plan.missing, now: ctx.clock.now() })
    await storeChoices(tx, viewer.userId, { choices: learned, now: ctx.clock.now() })
    return id
  })
  return {
    list: await getReadingList(ctx, viewer, listId),
    missingCount: plan.missing.length,
    duplicateCount: plan.duplicateCount,
  }
}

/** Creates a list, or returns the given one. Throws if the viewer does not own it. */
async function findOrCreateList(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { name, listId }: ImportForm,
): Promise<string> {
  if (listId === undefined) {
    if (name === undefined) throw invalidBody('name', cblMessages.name_needed())
    return storeNewList(ctx, tx, viewer, { kind: readingListKind, creation: { name } })
  }
  if (name !== undefined) throw invalidBody('name', cblMessages.name_or_list())
  await getListFor(tx, viewer, readingListKind, { id: listId, right: 'isOwner' })
  return listId
}

function parseChoices(text: string): Choices {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidBody('choices', cblMessages.bad_choices())
  }
  if (validate(Choices, value).length > 0) throw invalidBody('choices', cblMessages.bad_choices())
  return value as Choices
}

interface Plan {
  bookIds: string[]
  missing: NewMissing[]
  duplicateCount: number
}

/** Separates found books from missing entries. Counts duplicates: a book is added only once. */
async function buildPlan(
  entries: readonly CblEntry[],
  { books, skipped = [] }: Choices,
): Promise<Plan> {
  const left = new Set(skipped)
  const taken = new Set<string>()
  const plan: Plan = { bookIds: [], missing: [], duplicateCount: 0 }
  for (const [index, entry] of entries.entries()) {
    await yieldToEventLoop()
    if (left.has(index)) continue
    const bookId = books[index]
    if (bookId === undefined) {
      plan.missing.push({ afterBookId: plan.bookIds.at(-1) ?? null, entry })
    } else if (taken.has(bookId)) {
      plan.duplicateCount++
    } else {
      taken.add(bookId)
      plan.bookIds.push(bookId)
    }
  }
  return plan
}

/** Builds the choices to remember: the book, and its series if the book has the entry's number. */
async function buildChoices(
  ctx: Context,
  viewer: Viewer,
  entries: readonly CblEntry[],
  { books, byHand = [] }: Choices,
): Promise<ChoiceRow[]> {
  const chosen = [...new Set(byHand)].flatMap((index) => {
    const [entry, bookId] = [entries[index], books[index]]
    return entry && bookId !== undefined ? [{ entry, bookId }] : []
  })
  return learnChoices(ctx.heavy, viewer, chosen)
}
