/** List of keyboard shortcuts. Its code loads on first use. */
import { Dialog } from '../components/dialogs/dialog'
import { t } from '../i18n/i18n'
import { shortcutHelp } from '../state/browser/shortcuts'
import styles from './shell.module.css'

export const ShortcutList = () => (
  <Dialog open onClose={() => shortcutHelp.set(false)} title={t('Keyboard shortcuts')}>
    <dl className={styles.help}>
      {rows().map(([words, ...pressed]) => (
        <Row key={words} words={words ?? ''} pressed={pressed} />
      ))}
    </dl>
    <p className={styles.helpNote}>
      {t('Single-key shortcuts can be turned off in Settings → Appearance')}
    </p>
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
  [t('Go to Home'), 'G', 'H'],
  [t('Go to library'), 'G', 'L'],
  [t('Go to Want to read'), 'G', 'W'],
  [t('Read the current series or book'), 'R'],
  [t('Add to or remove from Want to read'), 'W'],
  [t('Edit the current series or book'), 'E'],
  [t('Save edits'), t('Ctrl Enter')],
  [t('Move between covers'), '←', '→', '↑', '↓'],
  [t('Select focused item'), 'X'],
  [t('Move an entry in Want to read'), t('Alt'), '↑', '↓'],
  [t('Keyboard shortcuts'), '?'],
]
