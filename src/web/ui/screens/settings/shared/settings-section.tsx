/** Building blocks of the settings sections. */
import type { ReactNode } from 'react'
import { ErrorState, Loading, Skeleton } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'
import { usePageTitle } from '../../../state/browser/page-title'
import styles from '../settings.module.css'
import { useListFocus } from '../../../components/focus/use-list-focus'

interface PartProps {
  title: string
  /** Small text next to the title. */
  facts?: string | undefined
  lead?: string
  actions?: ReactNode
  children: ReactNode
}

export function Part({ title, facts, lead, actions, children }: PartProps) {
  usePageTitle(title)
  return (
    <div className={styles.body}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {facts && <span className={styles.facts}>{facts}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}

interface PartToComeProps {
  title: string
  question: { error: unknown; refetch: () => unknown }
}

/** Shown while the query has no data: the title, and a spinner or the error. */
export const PendingSection = ({ title, question: { error, refetch } }: PartToComeProps) => (
  <Part title={title}>{error ? <ErrorState error={error} retry={refetch} /> : <Loading />}</Part>
)

interface CardProps {
  title?: string
  hint?: string
  actions?: ReactNode
  children?: ReactNode
}

export const SettingsCard = ({ title, hint, actions, children }: CardProps) => (
  <section className={styles.card}>
    {(title || actions) && (
      <div className={styles.cardHead}>
        <div>
          {title && <h2>{title}</h2>}
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    )}
    {children}
  </section>
)

/** A part of a long form, with its own heading. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h3>{title}</h3>
    {children}
  </section>
)

interface EntryProps {
  title: ReactNode
  facts?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** An entry of a list: title, facts and actions. */
export const Entry = ({ title, facts, actions, children }: EntryProps) => (
  <li className={styles.entry}>
    <div className={styles.entryWords}>
      <div className={styles.entryTitle}>{title}</div>
      {facts && <div className={styles.entryFacts}>{facts}</div>}
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </li>
)

/** Skeleton of a list. */
export const EntriesSkeleton = () => (
  <SettingsCard>
    <span className="hidden-words" role="status">
      {t('Loading')}
    </span>
    <ul className={styles.entries} aria-hidden="true">
      {Array.from({ length: entriesAtFirst }, (_, entry) => (
        <li key={entry} className={styles.entry}>
          <div className={styles.entryWords}>
            <Skeleton lines={3} />
          </div>
        </li>
      ))}
    </ul>
  </SettingsCard>
)

/** Number of entries that fill a screen. */
const entriesAtFirst = 6

export const Entries = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.entries} aria-label={label} {...useListFocus()}>
    {children}
  </ul>
)
