/** The form is loaded when it is opened, because its controls are larger than the screen itself. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ListForm as Form } from './list-form'

const LoadedForm = lazy(async () => ({ default: (await import('./list-form')).ListForm }))

export const ListForm = (props: ComponentProps<typeof Form>) => (
  <Suspense>
    <LoadedForm {...props} />
  </Suspense>
)
