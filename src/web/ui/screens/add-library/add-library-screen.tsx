/** A new library: its folder, what it is, and the first scan while covers appear. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ask } from '../../api/query'
import { EmptyState, Loading } from '../../components/states'
import { LockIcon } from '../../components/icons'
import { buttonClass } from '../../components/button'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/page-title'
import { useMay } from '../../state/session'
import { ChooseFolder } from './choose-folder'
import styles from './add-library.module.css'

// The second and third step come while the first is being taken.
const NameLibrary = lazy(async () => ({ default: (await import('./name-library')).NameLibrary }))
const FirstScan = lazy(async () => ({ default: (await import('./first-scan')).FirstScan }))

type Step = { at: 'folder' } | { at: 'name' } | { at: 'scan'; libraryId: string; name: string }

export function AddLibraryScreen() {
  const libraries = useQuery(ask('/api/v1/libraries'))
  const [path, setPath] = useState('/')
  const [step, setStep] = useState<Step>({ at: 'folder' })
  const [isFirst, setFirst] = useState<boolean>()
  const mayAdd = useMay('libraries:write')
  const title = isFirst ? t('Your first library') : t('Add a library')
  usePageTitle(title)
  if (!mayAdd) return <NotAllowed />
  if (!libraries.data) return <Loading />
  // What is added below does not change what this is.
  if (isFirst === undefined) setFirst(libraries.data.length === 0)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{step.at === 'scan' ? step.name : title}</h1>
        <Steps at={step.at} />
      </header>
      <Suspense fallback={<Loading />}>
        {step.at === 'folder' && (
          <ChooseFolder path={path} onChange={setPath} onNext={() => setStep({ at: 'name' })} />
        )}
        {step.at === 'name' && (
          <NameLibrary
            path={path}
            onBack={() => setStep({ at: 'folder' })}
            onAdded={(libraryId, name) => setStep({ at: 'scan', libraryId, name })}
          />
        )}
        {step.at === 'scan' && <FirstScan libraryId={step.libraryId} />}
      </Suspense>
    </div>
  )
}

function Steps({ at }: { at: Step['at'] }) {
  const steps: readonly [Step['at'], string][] = [
    ['folder', t('Folder')],
    ['name', t('Kind and name')],
    ['scan', t('First scan')],
  ]
  return (
    <ol className={styles.steps} aria-label={t('Steps')}>
      {steps.map(([name, words]) => (
        <li key={name} aria-current={name === at ? 'step' : undefined}>
          {words}
        </li>
      ))}
    </ol>
  )
}

const NotAllowed = () => (
  <EmptyState icon={LockIcon} title={t('Your account may not add libraries')} isScreen>
    <p>{t('Ask an administrator of this server.')}</p>
    <Link to="/" className={buttonClass('plain')}>
      {t('Go to the start page')}
    </Link>
  </EmptyState>
)
