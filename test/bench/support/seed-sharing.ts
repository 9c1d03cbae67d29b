import { sql } from 'drizzle-orm'
import type { Context } from '../../../src/context'
import { dialect } from '../../../src/platform/db/dialect'
import { labelCounts } from './seed'

export const sharingTagIds: readonly string[] = [1, 2, 3].map(
  (n) => `01907000-0000-7000-8000-00000000000${n}`,
)

/** Adds to what `seed` inserts: realistic age ratings, and five combinations of three sharing tags. */
export async function seedSharing(ctx: Pick<Context, 'writeBulk'>): Promise<void> {
  const now = dialect === 'sqlite' ? '1700000000000' : 'now()'
  const statements = [
    ...sharingTagIds.map(
      (id, n) => `insert into sharing_tags (id, name, name_key, created_at, updated_at)
        values ('${id}', 'Tag ${n}', 'tag ${n}', ${now}, ${now})`,
    ),
    ...[[0], [1], [2], [0, 1], [1, 2]].flatMap((members, n) => [
      `insert into sharing_sets (id, tag_key) values (${n + 1}, '${members.join()}')`,
      ...members.map(
        (tag) =>
          `insert into sharing_set_tags (tag_id, set_id) values ('${sharingTagIds[tag]}', ${n + 1})`,
      ),
    ]),
    `update series set sharing_set = case n % 10 when 0 then 1 when 1 then 4 when 2 then 5
        when 3 then 3 when 4 then 0 else 2 end,
      age_rating = case n % 8 when 0 then null when 1 then 0 when 2 then 6 when 3 then 10 when 4 then 12
        when 5 then 13 when 6 then 16 else 18 end`,
    'delete from genre_counts',
    'delete from tag_counts',
    ...labelCounts(),
    'analyze',
  ]
  for (const statement of statements) {
    await ctx.writeBulk(async (tx) => {
      if (dialect === 'postgres') await tx.rows(sql`set local statement_timeout = 0`)
      await tx.rows(sql.raw(statement))
    })
  }
}
