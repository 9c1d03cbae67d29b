/**
 * Finds duplicate books and dismisses groups of them. Books are duplicates if their pages are
 * identical, whatever the archive format. Files are never deleted.
 */
import { join } from 'node:path'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import type { DuplicateGroupView, DuplicatesQuery } from './model'
import {
  countDuplicateGroups,
  deleteDismissal,
  findSharedHash,
  type GroupRow,
  insertDismissal,
  listDuplicateGroups,
  listMembers,
} from './queries'
import { duplicateMessages } from './messages'
import { withText } from '../../platform/messages/message'

const maxBooksShown = 100

export async function listBookDuplicates(
  ctx: Context,
  viewer: Viewer,
  { libraryId, dismissed }: DuplicatesQuery,
  paging: Paging,
): Promise<Found<DuplicateGroupView>> {
  const filter = { libraryId, dismissed: dismissed === 'true' }
  const [groups, total] = await Promise.all([
    listDuplicateGroups(ctx.heavy, viewer, filter, paging),
    countDuplicateGroups(ctx.heavy, viewer, filter),
  ])
  if (groups.length === 0) return { data: [], total }
  const hashes = groups.map(({ hash }) => hash)
  const members = await listMembers(ctx.heavy, viewer, hashes, maxBooksShown)
  const membersOf = Map.groupBy(members, ({ hash }) => hash)
  return {
    // The group may have changed between the two queries.
    data: groups.flatMap(
      (group) => buildBookView(viewer, group, membersOf.get(group.hash) ?? []) ?? [],
    ),
    total,
  }
}

export async function dismissBookDuplicates(ctx: Context, viewer: Viewer, bookId: string) {
  const sharedKey = await requireGroup(ctx, viewer, bookId)
  const dismissedBy = viewer.proof.kind === 'system' ? null : viewer.userId
  await ctx.write((tx) =>
    insertDismissal(tx, { sharedKey, dismissedBy, createdAt: ctx.clock.now() }),
  )
}

export async function restoreBookDuplicates(ctx: Context, viewer: Viewer, bookId: string) {
  const sharedKey = await requireGroup(ctx, viewer, bookId)
  const wasDismissed = await ctx.write((tx) => deleteDismissal(tx, sharedKey))
  if (!wasDismissed) throw new Refusal('conflict', duplicateMessages.not_dismissed())
}

async function requireGroup(ctx: Context, viewer: Viewer, bookId: string): Promise<string> {
  const hash = await findSharedHash(ctx.db, viewer, bookId)
  if (hash === undefined) throw notFound(duplicateMessages.not_found())
  return hash
}

const explanations = {
  same_file: duplicateMessages.same_file(),
  same_content: duplicateMessages.same_content(),
} as const

type Member = Awaited<ReturnType<typeof listMembers>>[number]

function buildBookView(
  viewer: Viewer,
  group: GroupRow,
  members: Member[],
): DuplicateGroupView | undefined {
  const [first] = members
  if (!first) return undefined
  const reason = group.isSameFile ? 'same_file' : 'same_content'
  return {
    id: first.id,
    reason,
    explanation: withText(explanations[reason]),
    duplicateCount: group.copies,
    totalSize: group.totalSize,
    reclaimableSize: group.totalSize - group.largest,
    dismissedAt: group.dismissedAt,
    bookIds: members.map(({ id }) => id),
    books: members.map(({ hash: _, rootPath, relativePath, ...book }) => ({
      ...book,
      path: viewer.permissions.has('libraries:write') ? join(rootPath, relativePath) : null,
    })),
  }
}
