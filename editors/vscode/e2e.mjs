// Drives the extension in a real VS Code as a person does, and takes pictures of what is to be seen.
//
// usage: CUDALS_VSCODE=DIR node e2e.mjs PROGRAM [PICTURES]
//        CUDALS_VSCODE=DIR CUDALS_FIRST_LOOK=FOLDER node e2e.mjs PROGRAM "" FILE
// DIR is what .ci/vscode makes; PROGRAM is the cudals to run. Without CUDALS_VSCODE nothing is done. A first look opens FILE of FOLDER and
// waits for a finding.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const vscode = process.env.CUDALS_VSCODE
const [program, pictures, seen] = process.argv.slice(2)
const look = process.env.CUDALS_FIRST_LOOK
if (!vscode) {
    console.log('e2e: CUDALS_VSCODE names no VS Code; .ci/vscode installs one')
    process.exit(process.env.CUDALS_TEST_ALL ? 1 : 0)
}
const here = dirname(fileURLToPath(import.meta.url))
const { chromium } = createRequire(join(vscode, 'x.js'))('playwright-core')
const work = mkdtempSync(join(tmpdir(), 'cudals-e2e-'))
const folder = join(work, 'heat')
cpSync(look ?? join(here, '../../testdata/demo'), folder, { recursive: true })
// A name that collides with that of an inline namespace.
for (const [name, shown] of Object.entries(look ? {} : {
    'api.cuh': 'namespace api {\n__device__ int Gvar;\ninline namespace N1 {\n__device__ int Gvar;\n}\n}\n',
    'uses.cu': '#include "api.cuh"\n__global__ void set() { api::N1::Gvar = 1; }\n',
})) writeFileSync(join(folder, 'src', name), shown)
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const extension = join(work, 'ext', `${manifest.publisher}.${manifest.name}-${manifest.version}`)
for (const name of ['package.json', 'language-configuration.json', 'cudals.schema.json', 'cuda-words.json', 'icon.png', 'README.md', 'dist', 'walkthrough']) {
    cpSync(join(here, name), join(extension, name), { recursive: true })
}
// A name of its own tells its processes from those of others.
const own = join(work, 'cudals')
cpSync(resolve(program), own)
// A window whose files are elsewhere takes the program's path from that machine's settings; the person's may be there or not when it begins.
for (const scope of ['User', 'Machine']) {
    mkdirSync(join(work, 'data', scope), { recursive: true })
    writeFileSync(join(work, 'data', scope, 'settings.json'), JSON.stringify({
        'cudals.path': own, 'cudals.mode': 'standalone', 'workbench.startupEditor': 'none', 'editor.minimap.enabled': false,
        'window.commandCenter': false, 'chat.commandCenter.enabled': false, 'workbench.tips.enabled': false,
    }))
}

const port = await new Promise(done => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
        const free = probe.address().port
        probe.close(() => done(free))
    })
})
const server = spawn(process.execPath, [
    join(vscode, 'node_modules/code-server/out/node/entry.js'), '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`,
    '--user-data-dir', join(work, 'data'), '--extensions-dir', join(work, 'ext'), '--disable-telemetry', '--disable-update-check',
    '--disable-workspace-trust', folder,
], { stdio: 'ignore', detached: true })
const url = `http://127.0.0.1:${port}/?folder=${folder}`
for (let tries = 0; ; tries++) {
    try {
        await fetch(url)
        break
    } catch (error) {
        if (tries > 300) throw error
        await new Promise(done => setTimeout(done, 100))
    }
}

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(path => path && existsSync(path))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
page.setDefaultTimeout(60_000)

const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key)
}
const type = text => page.keyboard.type(text, { delay: 40 })
const see = (selector, hasText) => page.locator(selector, hasText === undefined ? {} : { hasText }).first().waitFor()
const gone = (selector, hasText) => page.locator(selector, hasText === undefined ? {} : { hasText }).first().waitFor({ state: 'hidden' })
/** comes reports whether something is to be seen within some milliseconds. */
const comes = async (selector, hasText, timeout) => {
    try {
        await page.locator(selector, { hasText }).first().waitFor({ timeout })
        return true
    } catch (error) {
        if (error.name !== 'TimeoutError') throw error
        return false
    }
}
const input = '.quick-input-widget input'
/** summon presses a key until VS Code asks for input, and fills that in: a page that has the focus loses keys while it is being loaded, and takes the focus. */
const summon = async (key, text) => {
    for (let tries = 0; tries < 20; tries++) {
        await press(key)
        try {
            await page.locator(input).fill(text, { timeout: 3000 })
            return
        } catch (error) {
            if (error.name !== 'TimeoutError') throw error
        }
    }
    assert.fail(`${key} brings no input`)
}
const command = async name => {
    await summon('F1', `>${name}`)
    await see('.quick-input-list .monaco-list-row.focused', name)
    await press('Enter')
    await gone('.quick-input-widget')
}
/** pick runs a command that asks, and takes what is named. */
const pick = async (name, item) => {
    await summon('F1', `>${name}`)
    await see('.quick-input-list .monaco-list-row.focused', name)
    await press('Enter')
    await see('.quick-input-list .monaco-list-row', item)
    await page.locator('.quick-input-list .monaco-list-row', { hasText: item }).first().click()
    await gone('.quick-input-widget')
}
const goTo = async place => {
    await summon('Control+G', `:${place}`)
    await press('Enter')
    await gone('.quick-input-widget')
}
const open = async name => {
    await summon('Control+P', name)
    await see('.quick-input-list .monaco-list-row.focused', name)
    await press('Enter')
    await gone('.quick-input-widget')
    await see('.tab.active', name)
}
/** actions presses for the list of actions until it holds one: VS Code gives up asking where findings come in meanwhile. */
const actions = async title => {
    for (let tries = 0; tries < 20; tries++) {
        await press('Control+.')
        if (await comes('.action-widget .monaco-list-row', title, 3000)) return
        await press('Escape')
    }
    assert.fail(`${title} is not offered`)
}
/** choose takes an action of the list that is shown. */
const choose = async title => {
    await see('.action-widget .monaco-list-row', title)
    for (let i = 0; i < 30; i++) {
        const focused = page.locator('.action-widget .monaco-list-row.focused')
        if (await focused.count() > 0 && (await focused.first().innerText()).includes(title)) {
            await press('Enter')
            return
        }
        await press('ArrowDown')
    }
    assert.fail(`${title} is not among the actions`)
}
const picture = async name => {
    if (pictures) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
    }
}
const status = shown => see('.statusbar-item', shown)

const enter = async name => {
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    await see('.monaco-workbench')
    await see('.explorer-viewlet')
    await open(name)
}
/** enterWorkspace loads the window until it shows a folder: VS Code may ask for the workspace's file before it can read any, and then has no folder. */
const enterWorkspace = async (file, folder) => {
    for (let tries = 0; tries < 10; tries++) {
        await page.goto(`http://127.0.0.1:${port}/?workspace=${file}`, { waitUntil: 'domcontentloaded' })
        await see('.explorer-viewlet')
        if (await comes('.explorer-viewlet', folder, 10_000)) return
    }
    assert.fail(`the workspace does not show ${folder}`)
}

const steps = look ? {
    async 'a first look'() {
        await enter(basename(seen))
        for (const begun = Date.now(); await page.locator('.squiggly-error, .squiggly-warning').count() === 0;) {
            assert.ok(Date.now() - begun < 120_000, 'nothing was found')
            await press('F8') // to the next problem, which may be out of sight
            await page.waitForTimeout(200)
        }
        await picture('first look')
    },
} : {
    async 'findings and the status'() {
        await enter('heat.cu')
        await status('cudals 100 %')
        await see('.squiggly-error')
        await picture('findings')
    },
    async 'hints and the lens'() {
        await see('.view-line', 'grid:')
        await see('.codelens-decoration', '24 bytes of parameters')
        await page.locator('.codelens-decoration a', { hasText: 'launched from 1 place' }).first().click()
        await see('.peekview-widget, .monaco-editor .zone-widget', 'step')
        await press('Escape')
    },
    async 'the colours of what has a space of its own'() {
        await goTo('8:17')
        await command('Developer: Inspect Editor Tokens and Scopes')
        await see('.token-inspect-widget', 'kernel')
        assert.match(await page.locator('.token-inspect-widget').innerText(), /semantic token type\s+function\s+modifiers\s+.*kernel/)
        await press('Escape')
        await gone('.token-inspect-widget')
    },
    async 'what stands under the cursor'() {
        for (const [place, shown, name] of [
            ['8:17', 'Runs as __global__', 'hover kernel'], ['33:9', 'threads each', 'hover launch'],
        ]) {
            await goTo(place)
            await command('Show or Focus Hover')
            await see('.monaco-hover', shown)
            await picture(name)
            await press('Escape')
        }
    },
    async 'the outline'() {
        await press('Control+Shift+O')
        await see('.quick-input-list .monaco-list-row', 'step')
        await see('.quick-input-list .monaco-list-row', 'main')
        await picture('outline')
        await press('Escape')
        await gone('.quick-input-widget')
    },
    async 'a symbol of the workspace'() {
        await summon('Control+T', '#st')
        await see('.quick-input-list .monaco-list-row', 'step')
        await see('.quick-input-list .monaco-list-row', 'Stencil') // in a header that is not open
        await picture('workspace symbols')
        await press('Escape')
        await gone('.quick-input-widget')
    },
    async 'who calls a kernel'() {
        await goTo('8:17')
        await command('Calls: Show Call Hierarchy')
        await see('.call-hierarchy, .tree-view, .monaco-list-row', 'launches')
        await picture('calls')
        await command('View: Show Explorer')
    },
    async 'to a definition'() {
        await command('View: Focus Active Editor Group')
        await goTo('16:46')
        await press('F12')
        await status('Ln 6, Col 7')
    },
    async 'a launch is completed, and its parts are told'() {
        await goTo('39:1')
        await press('End', 'Enter')
        await type('ste')
        await see('.suggest-widget .monaco-list-row', 'step<<<grid, block>>>(next, cells, grid)')
        await press('Escape')
        await type('p<<<')
        await see('.parameter-hints-widget', 'dim3 grid')
        await see('.suggest-widget .monaco-list-row', '<<<grid, block>>>(next, cells, grid)')
        await picture('launch')
        await press('Enter')
        await see('.view-line', /step<<<.*grid,\s.*block.*>>>\(next,\s+cells,\s+grid\)/) // hints may stand between
        await press('Escape', 'Control+Z', 'Control+Z', 'Control+Z', 'Control+Z')
        await press('Control+Z', 'Control+Z', 'Control+Z', 'Control+Z')
    },
    async 'members and names are completed'() {
        await goTo('39:1')
        await press('End', 'Enter')
        await type('grid.')
        await see('.suggest-widget .monaco-list-row', 'inside')
        await see('.suggest-widget .monaco-list-row', 'width')
        await picture('members')
        await press('Escape')
        for (let i = 0; i < 'grid.'.length; i++) await press('Backspace')
        await type('cudaMemc')
        await see('.suggest-widget .monaco-list-row', 'cudaMemcpy')
        await press('Escape', 'Control+Shift+K')
    },
    async 'a finding is silenced by a comment, and back'() {
        await goTo('16:46')
        await actions('Make cooling constexpr')
        await picture('actions')
        await choose('Ignore #20094 here')
        await see('.view-line', '// cudals: ignore[host-var-read-in-device]')
        await press('Control+Z')
        await gone('.view-line', '// cudals: ignore')
    },
    async 'a finding is mended'() {
        await goTo('16:46')
        await actions('Make cooling constexpr')
        await choose('Make cooling constexpr')
        await see('.view-line', 'constexpr float cooling')
        await press('Control+Z')
        await gone('.view-line', 'constexpr float cooling')
    },
    async 'a rule is explained'() {
        await goTo('16:46')
        await command('cudals: Explain Rule')
        await see('.tab.active', 'host-var-read-in-device')
        await open('heat.cu')
    },
    async 'what a pass sees, and what it does not'() {
        await pick('cudals: Show What a Pass Sees', 'device')
        await see('.tab', '(device pass)')
        await see('.split-view-view:nth-child(2) .view-line', 'step<<<')
        assert.equal(await page.locator('.split-view-view:nth-child(2) .squiggly-error').count(), 0, 'findings in the text beside')
        await picture('pass')
        await command('View: Close Editors in Other Groups')
        for (const [name, shown] of [['Device pass', 'cudals 100 % · device'], ['Both passes', 'cudals 100 %']]) {
            await pick('cudals: Switch View', name)
            await status(shown)
        }
    },
    async 'another architecture, and the report'() {
        await pick('cudals: Choose Architecture', 'sm_90')
        await status('cudals 100 % · sm_90')
        // The worker behind the page before may keep that behind this one waiting for half a minute.
        const workers = await page.context().newCDPSession(page)
        await workers.send('ServiceWorker.enable')
        await workers.send('ServiceWorker.stopAllWorkers')
        await command('cudals: Show Status Report')
        await see('.tab', 'What is known of heat.cu')
        const shown = page.frameLocator('iframe.webview').first().frameLocator('iframe')
        await shown.locator('p', { hasText: 'sm_90, which was chosen for all files' }).waitFor()
        await picture('report')
        await command('View: Close Editors in Other Groups')
        await pick('cudals: Choose Architecture', 'As each file')
        await gone('.statusbar-item', 'cudals 100 % · sm_90')
        await status('cudals 100 %')
    },
    async 'the layout beside the text'() {
        await page.locator('.codelens-decoration a', { hasText: 'bytes of parameters' }).first().click()
        await see('.tab', 'Layout of heat.cu')
        const drawn = page.frameLocator('iframe.webview').first().frameLocator('iframe').locator('svg')
        await drawn.waitFor()
        assert.match(await drawn.innerHTML(), /step/)
        await picture('layout')
        await command('View: Close Editors in Other Groups')
    },
    async 'the project is configured, and a misspelt rule is told'() {
        await command('cudals: Configure This Project')
        await see('.tab.active', '.cudals.yaml')
        await press('Control+End')
        await type('rules: {i')
        await see('.suggest-widget .monaco-list-row', 'ignore')
        await type('gnore: [host-var-red-in-device]}')
        await press('Escape', 'Enter')
        await press('Control+S')
        await see('.squiggly-warning')
        await status('cudals 100 %') // of the file that was looked at last
        await picture('project')
        await press('Control+A')
        await type('# nothing\n')
        await press('Control+S')
        await open('heat.cu')
        await status('cudals 100 %')
    },
    async 'the project is checked with nothing else open'() {
        await command('View: Close All Editors')
        await command('cudals: Configure This Project')
        await press('Control+A')
        await type('rules: {ignroe: [20014]}')
        await press('Escape', 'Control+S')
        await see('.squiggly-error')
        await picture('project alone')
        await press('Control+1', 'Control+A')
        await type('# nothing\n')
        await press('Control+S')
        await gone('.squiggly-error')
        await open('heat.cu')
        await status('cudals 100 %')
    },
    async 'a name that collides is renamed in all files'() {
        await open('api.cuh')
        await see('.squiggly-warning')
        await goTo('4:16')
        await actions('Gvar …')
        await choose('Gvar …')
        await page.locator(input).fill('Counter')
        await press('Enter')
        await see('.view-line', 'int Counter')
        await gone('.squiggly-warning')
        await picture('renamed')
        await command('File: Save All')
        for (let i = 0; !readFileSync(join(folder, 'src/uses.cu'), 'utf8').includes('Counter = 1'); i++) {
            assert.ok(i < 300, 'the file that is not open has the old name')
            await page.waitForTimeout(100)
        }
    },
    async 'findings of files that are not open, and back'() {
        await command('View: Close All Editors')
        await command('Problems: Focus on Problems View')
        mkdirSync(join(folder, '.vscode'))
        const shared = join(folder, '.vscode/settings.json') // those of the user are read when VS Code begins
        writeFileSync(shared, JSON.stringify({ 'cudals.workspaceDiagnostics': true }))
        await see('.markers-panel .monaco-list-row', 'heat.cu')
        await picture('all files')
        writeFileSync(shared, '{}')
        await gone('.markers-panel .monaco-list-row', 'heat.cu')
        await command('View: Hide Panel')
        await open('heat.cu')
        await status('cudals 100 %')
    },
    async 'a server that dies comes back'() {
        const [first] = servers()
        process.kill(first, 'SIGKILL')
        for (let i = 0; servers().length === 0 || servers().includes(first); i++) {
            assert.ok(i < 300, 'no other server begins')
            await page.waitForTimeout(100)
        }
        await status('cudals 100 %')
        await see('.squiggly-error')
    },
    async 'two folders, each with what it wants to know'() {
        const names = ['told', 'quiet']
        for (const name of names) {
            const root = join(work, name)
            mkdirSync(root)
            writeFileSync(join(root, `${name}.cu`), 'int level;\n__global__ void set(int *to) { *to = level; }\n__global__ int get();\n')
            writeFileSync(join(root, '.cudals.yaml'), name === 'quiet' ? 'rules: {ignore: [20094]}\n' : '')
        }
        const both = join(work, 'both.code-workspace')
        writeFileSync(both, JSON.stringify({ folders: names.map(name => ({ path: join(work, name) })) }))
        await enterWorkspace(both, 'quiet')
        for (const [name, count] of [['told', 2], ['quiet', 1]]) {
            await open(`${name}.cu`)
            await see('.squiggly-error')
            await command('Problems: Focus on Problems View')
            await see('.markers-panel .monaco-list-row', `${name}.cu`)
            await see('.markers-panel .monaco-list-row', 'get() is a kernel and cannot return int')
            assert.equal(await page.locator('.markers-panel .monaco-list-row', { hasText: 'level is a host variable' }).count(), 1, name)
            await see('.markers-panel .monaco-list-row', new RegExp(`${name}\\.cu.*${count}\\s*$`))
            await picture(`folder ${name}`)
        }
    },
}

/** servers are the processes of the language server, those of this program alone. */
function servers() {
    return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
        .filter(line => line.includes(own) && !line.includes('--worker')).map(line => Number(line.trim().split(/\s+/)[0]))
}

let failed = false
try {
    for (const [name, step] of Object.entries(steps)) {
        const begun = Date.now()
        await step()
        console.log(`ok: ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
    }
} catch (error) {
    failed = true
    console.error(error)
    await page.screenshot({ path: join(pictures ?? tmpdir(), 'cudals-e2e-failed.png') }).catch(() => {})
} finally {
    await browser.close()
    process.kill(-server.pid)
    rmSync(work, { recursive: true, force: true, maxRetries: 10 })
}
process.exit(failed ? 1 : 0)
