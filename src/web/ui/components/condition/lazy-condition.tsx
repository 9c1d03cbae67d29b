/**
 * Loads the condition editor when it is opened, because it is larger than the screens that use it.
 */
import { type ComponentProps, lazy, Suspense } from 'react'
import type Dialog from './condition-dialog'
import type Editor from './condition-editor'

const LoadedDialog = lazy(() => import('./condition-dialog'))
const LoadedEditor = lazy(() => import('./condition-editor'))

export const ConditionDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense>
    <LoadedDialog {...props} />
  </Suspense>
)

export const ConditionEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense>
    <LoadedEditor {...props} />
  </Suspense>
)
