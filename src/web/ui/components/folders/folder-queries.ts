/** Queries about folders and whether they can belong to a library. */
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/client'
import { apiQuery } from '../../api/query'
import { isTop } from './folder-paths'

export const folderQuery = (path: string, search = '') =>
  apiQuery('/api/v1/filesystem/browse', { params: { query: { path, ...(search && { search }) } } })

/** Previews a folder. `libraryId` is the library being edited. It is absent for a new library. */
export const useFolderFound = (path: string, libraryId?: string) =>
  useQuery({
    ...apiQuery('/api/v1/filesystem/preview', {
      params: { query: { path, ...(libraryId && { libraryId }) } },
    }),
    enabled: !isTop(path),
    retry: (times, error) => isBusy(error) && times < 3,
  })

const isBusy = (error: unknown) => error instanceof ApiError && error.status === 503

/**
 * Returns whether the folder can be used. Also true while the server inspects it, which can take a
 * long time.
 */
export function useIsUsable(path: string, libraryId?: string): boolean {
  const { error } = useFolderFound(path, libraryId)
  return !isTop(path) && (!error || isBusy(error))
}
