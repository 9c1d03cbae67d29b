/** Adds a library: folder, settings, first scan. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { apiQuery } from '../../api/query'
import { EmptyState, Loading } from '../../components/feedback/states'
import { LockIcon } from '../../components/icons'
import { buttonClass } from '../../components/controls/button'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { usePermission } from '../../state/session/session'
import { ChooseFolder } from './choose-folder'
import styles from './add-library.module.css'

// Steps two and three are loaded during step one.
const NameLibrary = lazy(async () => ({ default: (await import('./name-library')).NameLibrary }))
const FirstScan = lazy(async () => ({ default: (await import('./first-scan')).FirstScan }))

type Step = 'folder' | 'name' | 'scan'

const route = getRouteApi('/signedIn/shell/add-library')

export function AddLibraryScreen() {
  const libraries = useQuery(apiQuery('/api/v1/libraries'))
  const [path, setPath] = useState('/')
  const { added } = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<'folder' | 'name'>('folder')
  const step: Step = added ? 'scan' : chosen
  const [isFirst, setFirst] = useState<boolean>()
  const mayAdd = usePermission('libraries:write')
  const title = isFirst ? t('Your first library') : t('Add library')
  usePageTitle(title)
  if (!mayAdd) return <NotAllowed />
  if (!libraries.data) return <Loading />
  // Computed only once, because a new library is in the list before `onAdded` is called.
  if (isFirst === undefined) setFirst(libraries.data.length === 0)
  const onAdded = (id: string) => {
    // Adding another library starts from the first step.
    setChosen('folder')
    setFirst(false)
    void navigate({ search: { added: id }, replace: true })
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{libraries.data.find(({ id }) => id === added)?.name ?? title}</h1>
        <Steps at={step} />
      </header>
      <Suspense fallback={<Loading />}>
        {step === 'folder' && (
          <ChooseFolder path={path} onChange={setPath} onNext={() => setChosen('name')} />
        )}
        {step === 'name' && (
          <NameLibrary path={path} onBack={() => setChosen('folder')} onAdded={onAdded} />
        )}
        {added && <FirstScan libraryId={added} />}
      </Suspense>
    </div>
  )
}

function Steps({ at }: { at: Step }) {
  const steps: readonly [Step, string][] = [
    ['folder', t('Folder')],
    ['name', t('Name and type')],
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
  <EmptyState icon={LockIcon} title={t('You don’t have permission to add libraries')} isScreen>
    <p>{t('Ask a server administrator')}</p>
    <Link to="/" className={buttonClass('plain')}>
      {t('Go to Home')}
    </Link>
  </EmptyState>
)
