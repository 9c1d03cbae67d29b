import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Dialog } from '../components/dialog'
import { t } from '../i18n/i18n'
import { keyHelp, useKeys } from '../state/keys'
import { useStore } from '../state/store'
import styles from './shell.module.css'

/** The keys of the whole interface, and the list of them. */
export function KeyHelp() {
  const isOpen = useStore(keyHelp)
  const navigate = useNavigate()
  const keys = useMemo(
    () => ({
      '?': () => keyHelp.set(true),
      'g h': () => void navigate({ to: '/' }),
      'g l': () => void navigate({ to: '/library', search: {} }),
      'g w': () => void navigate({ to: '/want-to-read' }),
    }),
    [navigate],
  )
  useKeys(keys)
  return (
    <Dialog open={isOpen} onClose={() => keyHelp.set(false)} title={t('Keys')}>
      <dl className={styles.help}>
        {rows().map(([words, ...pressed]) => (
          <Row key={words} words={words ?? ''} pressed={pressed} />
        ))}
      </dl>
    </Dialog>
  )
}

const Row = ({ words, pressed }: { words: string; pressed: readonly string[] }) => (
  <>
    <dt>
      {pressed.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{words}</dd>
  </>
)

const rows = () => [
  [t('Search'), t('Ctrl K')],
  [t('Go to the start page'), 'G', 'H'],
  [t('Go to the library'), 'G', 'L'],
  [t('Go to what you want to read'), 'G', 'W'],
  [t('Edit the series or book that is shown'), 'E'],
  [t('Save what is edited'), t('Ctrl Enter')],
  [t('Walk through covers'), '←', '→', '↑', '↓'],
  [t('This list'), '?'],
]
