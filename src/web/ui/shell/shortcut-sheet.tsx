/** The list of keys, loaded when somebody asks for it. */
import { Dialog } from '../components/dialogs/dialog'
import { t } from '../i18n/i18n'
import { keyHelp } from '../state/browser/shortcuts'
import styles from './shell.module.css'

export const KeyList = () => (
  <Dialog open onClose={() => keyHelp.set(false)} title={t('Keys')}>
    <dl className={styles.help}>
      {rows().map(([words, ...pressed]) => (
        <Row key={words} words={words ?? ''} pressed={pressed} />
      ))}
    </dl>
  </Dialog>
)

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
  [t('Search'), t('Ctrl K'), '/'],
  [t('Go to the start page'), 'G', 'H'],
  [t('Go to the library'), 'G', 'L'],
  [t('Go to what you want to read'), 'G', 'W'],
  [t('Edit the series or book that is shown'), 'E'],
  [t('Save what is edited'), t('Ctrl Enter')],
  [t('Walk through covers'), '←', '→', '↑', '↓'],
  [t('Select what has the focus'), 'X'],
  [t('Move an entry of what you want to read'), t('Alt'), '↑', '↓'],
  [t('This list'), '?'],
]
