/** Imports from other programs, which are polled while they run. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'

export const importsPath = '/api/v1/imports'
export const ownImportsPath = '/api/v1/user/imports'

/** API path of server-wide imports or of imports into the user's own account. */
export const ImportsPath = createContext<typeof importsPath | typeof ownImportsPath>(importsPath)
export const useImportsPath = () => useContext(ImportsPath)
export type Import = Schemas['Import']
export type Preview = NonNullable<Import['preview']>

const lookMs = 1_000

/**
 * False while an import is being applied on the command line: it can already be undone, and it is
 * not polled.
 */
export const isImportRunning = ({ state, canUndo }: Import) =>
  state === 'reading' || state === 'undoing' || (state === 'applying' && !canUndo)

/** True until the preview of the import is confirmed or discarded. */
export const isOpen = ({ state, canUndo }: Import) =>
  state === 'ready' || state === 'reading' || (state === 'failed' && !canUndo)

export const useImports = () =>
  useQuery({
    ...apiQuery(useImportsPath()),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isImportRunning) ? lookMs : false),
  })
