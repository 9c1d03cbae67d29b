import { defineConfig } from 'drizzle-kit'

// drizzle-kit requires a default export. QUIRE_DIALECT selects the dialect, see migrations.ts.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/**/schema.ts',
  out: `${process.env['QUIRE_MIGRATIONS'] ?? './migrations'}/postgres`,
  casing: 'snake_case',
})
