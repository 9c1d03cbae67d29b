/** Queries about folders and whether they can belong to a library. */
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/client'
import { apiQuery } from '../../api/query'

export const folderQuery = (path: string, search = '') =>
  apiQuery('/api/v1/filesystem/browse', { params: { query: { path, ...(search && { search }) } } })

export const isTop = (path: string) => path === '/'

/** @param libraryId the library that is edited, if it exists */
export const useFolderFound = (path: string, libraryId?: string) =>
  useQuery({
    ...apiQuery('/api/v1/filesystem/preview', {
      params: { query: { path, ...(libraryId && { libraryId }) } },
    }),
    enabled: !isTop(path),
    retry: (times, error) => isBusy(error) && times < 3,
  })

const isBusy = (error: unknown) => error instanceof ApiError && error.status === 503

/** Also true while the server inspects the folder, which takes long for a large one. */
export function useIsUsable(path: string, libraryId?: string): boolean {
  const { error } = useFolderFound(path, libraryId)
  return !isTop(path) && (!error || isBusy(error))
}
