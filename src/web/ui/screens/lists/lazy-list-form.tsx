/** The form loads when it is opened, because its code is larger than that of the screen itself. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ListForm as Form } from './list-form'

const LoadedForm = lazy(async () => ({ default: (await import('./list-form')).ListForm }))

export const ListForm = (props: ComponentProps<typeof Form>) => (
  <Suspense>
    <LoadedForm {...props} />
  </Suspense>
)
