/** A page with one centered form, such as for sign-in or setup. */
import type { ReactNode } from 'react'
import { buildUrl } from '../../api/client'
import { ownName, useServerName } from '../../state/branding'
import { ignoreDoubleClick } from '../../state/browser/ignore-double-click'
import styles from './entry-page.module.css'

export const EntryPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={styles.page}>
    <div className={styles.panel}>
      <img src={buildUrl('favicon.svg')} alt="" width={44} height={44} />
      <ServerName />
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)

/** Shown only if an administrator has chosen a name. */
function ServerName() {
  const name = useServerName()
  return name === ownName ? null : <p>{name}</p>
}

export const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles.problem}>
    {children}
  </p>
)

/** Returns the text of a form field. */
export function typed(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export const Form = ({
  children,
  onSubmit,
  id,
}: {
  children: ReactNode
  onSubmit: (form: FormData) => void
  /** For a submit button outside the form, such as in a sheet footer. */
  id?: string
}) => (
  <form
    id={id}
    className={styles.form}
    method="post"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      ignoreDoubleClick()
      onSubmit(new FormData(event.currentTarget))
    }}
  >
    {children}
  </form>
)
