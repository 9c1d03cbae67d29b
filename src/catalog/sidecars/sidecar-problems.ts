import type { Context } from '../../context'
import type { Found, Paging } from '../../platform/http/pagination'
import { getBaseName } from '../../platform/lib/path-names'
import type { Viewer } from '../../accounts/permissions/model'
import type { SidecarProblemsQuery, SidecarProblemView } from './model'
import { type ProblemRow, selectProblems } from './queries'
import { findingWithText } from '../../platform/messages/message'

export async function listProblems(
  ctx: Context,
  viewer: Viewer,
  { libraryId }: SidecarProblemsQuery,
  paging: Paging,
): Promise<Found<SidecarProblemView>> {
  const { data, total } = await selectProblems(ctx.heavy, viewer, { libraryId, paging })
  const maySeePaths = viewer.permissions.has('libraries:write')
  return { data: data.map((row) => buildProblemView(row, maySeePaths)), total }
}

const buildProblemView = (
  { rootPath, finding, folder, ...row }: ProblemRow,
  maySeePaths: boolean,
) => ({
  ...row,
  folder: getBaseName(folder) || getBaseName(rootPath),
  path: maySeePaths ? [rootPath, folder, row.name].filter(Boolean).join('/') : null,
  ...findingWithText(finding!),
})
