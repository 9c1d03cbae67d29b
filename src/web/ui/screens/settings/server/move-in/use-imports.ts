/** Imports from other programs, followed while they run. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'

export const importsPath = '/api/v1/imports'
export const ownImportsPath = '/api/v1/user/imports'

/** Imports of administrators, or into one's own account. */
export const ImportsPath = createContext<typeof importsPath | typeof ownImportsPath>(importsPath)
export const useImportsPath = () => useContext(ImportsPath)
export type Import = Schemas['Import']
export type Preview = NonNullable<Import['preview']>

const lookMs = 1_000

/** An import that a command applies can be undone, and is not followed. */
export const isImportRunning = ({ state, canUndo }: Import) =>
  state === 'reading' || state === 'undoing' || (state === 'applying' && !canUndo)

/** A preview that someone has to confirm or discard. */
export const isOpen = ({ state, canUndo }: Import) =>
  state === 'ready' || state === 'reading' || (state === 'failed' && !canUndo)

export const useImports = () =>
  useQuery({
    ...apiQuery(useImportsPath()),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isImportRunning) ? lookMs : false),
  })
