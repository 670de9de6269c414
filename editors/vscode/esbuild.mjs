// Bundles the extension into one file, or with --test the unit tests, which need no editor.
import { build } from 'esbuild'
import { readdirSync } from 'node:fs'

const test = process.argv.includes('--test')
const tests = readdirSync('test').filter(name => name.endsWith('.test.ts')).map(name => `test/${name}`)

await build({
    entryPoints: test ? tests : ['src/extension.ts'],
    outdir: test ? 'dist/test' : 'dist',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    external: ['vscode'],
    sourcemap: test ? 'inline' : false,
    minify: !test,
    logLevel: 'warning',
})
