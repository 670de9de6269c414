-- What Neovim's own client does not do: a status for the statusline, the explanation of a rule, and what is to be said and done
-- when the server has stopped.
local M = {}

local statuses = {} -- by buffer
local attached = {} -- by client: the set of its buffers
local gone = vim.api.nvim_create_namespace('cudals.gone')

function M.on_status(status)
  local bufnr = vim.uri_to_bufnr(status.uri)
  statuses[bufnr] = status
  vim.api.nvim_exec_autocmds('User', { pattern = 'CudalsStatus', data = status })
  vim.cmd.redrawstatus()
end

--- A word for the statusline: how much of a buffer's device code is understood, with a "?" when flags or headers are
--- missing, or when there is none. Empty for buffers that cudals does not look at.
function M.status(bufnr)
  local status = statuses[bufnr or vim.api.nvim_get_current_buf()]
  if not status then
    return ''
  end
  if status.failure then
    return 'cudals: ' .. status.failure
  end
  local arch = status.arch and ' sm_' .. status.arch or ''
  if status.calls == 0 then
    return 'cudals ?' .. arch
  end
  local known = math.floor(100 * status.knownCalls / status.calls)
  local doubt = (status.flags == 'guessed' and not status.inferred or status.missingHeaders > 0) and '?' or ''
  return ('cudals %d%%%s%s'):format(known, doubt, arch)
end

local compiler = vim.api.nvim_create_namespace('cudals.compiler')
local verdicts = {} -- by buffer

--- Shows what only the compiler says that the user named, and what only cudals says.
function M.on_cross_check(check)
  local bufnr = vim.uri_to_bufnr(check.uri)
  if check.state == 'running' then
    verdicts[bufnr] = 'the compiler is looking at the file'
    return
  end
  local found = {}
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  local encoding = client and client.offset_encoding or 'utf-16'
  local function add(range, severity, message, code)
    local line = vim.api.nvim_buf_get_lines(bufnr, range.start.line, range.start.line + 1, false)[1] or ''
    local function col(place)
      return place.line == range.start.line and vim.str_byteindex(line, encoding, place.character, false) or #line
    end
    found[#found + 1] = {
      lnum = range.start.line,
      col = col(range.start),
      end_lnum = range.start.line,
      end_col = col(range['end']),
      severity = severity,
      source = 'nvcc',
      code = code,
      message = message,
    }
  end
  if vim.api.nvim_buf_is_loaded(bufnr) then
    for _, f in ipairs(check.compiler) do
      add(f.range, f.severity, f.message, f.code)
    end
    for _, f in ipairs(check.own) do
      add(f.range, vim.diagnostic.severity.INFO, 'The compiler accepted this at the last save: ' .. f.message)
    end
    vim.diagnostic.set(compiler, bufnr, found)
  end
  verdicts[bufnr] = check.state == 'failed' and 'no cross-check: ' .. (check.reason or '')
    or ('the compiler agrees on %d findings, %d it has alone, %d it does not have'):format(check.agreed, #check.compiler, #check.own)
  vim.api.nvim_exec_autocmds('User', { pattern = 'CudalsCrossCheck', data = check })
end

--- What the word for the statusline is made of, a line each: the command, the headers that were not found, the calls.
function M.details(bufnr)
  local status = statuses[bufnr or vim.api.nvim_get_current_buf()]
  if not status then
    return { 'cudals knows nothing of this buffer' }
  end
  if status.failure then
    return { status.failure }
  end
  local lines = {
    status.inferred and 'compile command: inferred from ' .. status.inferred
      or status.flags == 'guessed' and 'no compile command is known'
      or 'compile command: ' .. (status.borrowedFrom and 'that of ' .. status.borrowedFrom or 'known'),
    status.through and 'read as ' .. status.through .. ' includes it' or 'read by itself',
    'CUDA ' .. status.cuda .. (status.cudaGuessed and ', a guess' or ''),
  }
  for _, header in ipairs(status.missing or {}) do
    local file = vim.fn.fnamemodify(vim.uri_to_fname(header.uri), ':.')
    lines[#lines + 1] = ('%s was not found (%s:%d)'):format(header.name, file, header.line + 1)
  end
  lines[#lines + 1] = status.calls == 0 and 'no calls in device code'
    or ('calls in device code understood: %d of %d'):format(status.knownCalls, status.calls)
  lines[#lines + 1] = verdicts[bufnr or vim.api.nvim_get_current_buf()]
  return vim.list_extend(lines, status.problems or {})
end

--- Shows what is known of the buffer and what is not and why, as a page.
function M.report(bufnr)
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  if not client then
    vim.notify('cudals is not attached to this buffer', vim.log.levels.WARN)
    return
  end
  client:request('cudals/report', { textDocument = vim.lsp.util.make_text_document_params(bufnr) }, function(err, page)
    if err or not page or page == vim.NIL then
      vim.notify(table.concat(M.details(bufnr), '\n'))
      return
    end
    local lines = vim.split(vim.trim(page.markdown), '\n')
    if verdicts[bufnr] then
      vim.list_extend(lines, { '', '## The compiler', '', verdicts[bufnr] })
    end
    vim.lsp.util.open_floating_preview(lines, 'markdown', { border = 'rounded', focus_id = 'cudals.report', max_width = 100 })
  end, bufnr)
end

--- Has all buffers looked at for one architecture: a number such as 90 or sm_90, 0 for what each file's command says; asks for it
--- where none is given.
function M.architecture(arch, bufnr)
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  if not client then
    vim.notify('cudals is not attached to this buffer', vim.log.levels.WARN)
    return
  end
  local number = tonumber((tostring(arch or ''):gsub('^sm_', '')))
  if number then
    client:notify('cudals/architecture', { arch = number })
    return
  end
  client:request('cudals/architectures', { textDocument = vim.lsp.util.make_text_document_params(bufnr) }, function(_, found)
    if not found or found == vim.NIL then
      return
    end
    local function names(list)
      return table.concat(vim.tbl_map(function(one)
        return 'sm_' .. one
      end, list), ', ')
    end
    vim.ui.select(vim.list_extend({ 0 }, found.known), {
      prompt = 'For which architecture are all files to be looked at?',
      format_item = function(one)
        local name = one == 0 and ('as each file\'s command says (%s)'):format(names(found.command)) or 'sm_' .. one
        return name .. (one == found.chosen and ' (now)' or '')
      end,
    }, function(one)
      if one then
        client:notify('cudals/architecture', { arch = one })
      end
    end)
  end, bufnr)
end

--- Shows the page of a rule: the one named, or that of the finding under the cursor.
function M.explain(rule)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  if not client then
    vim.notify('cudals is not attached to this buffer', vim.log.levels.WARN)
    return
  end
  if not rule or rule == '' then
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    for _, d in ipairs(vim.diagnostic.get(bufnr, { lnum = row - 1 })) do
      local under = d.col <= column and (d.end_lnum > row - 1 or column < d.end_col)
      if d.source == 'cudals' and (under or not rule or rule == '') then
        rule = tostring(d.code)
        if under then
          break
        end
      end
    end
  end
  if not rule or rule == '' then
    vim.notify('no finding of cudals on this line', vim.log.levels.WARN)
    return
  end
  client:request('cudals/explain', { rule = rule }, function(err, page)
    if err or not page or page == vim.NIL then
      vim.notify('cudals has no rule ' .. rule, vim.log.levels.WARN)
      return
    end
    vim.lsp.util.open_floating_preview(vim.split(page.markdown, '\n'), 'markdown', { border = 'rounded', focus_id = 'cudals' })
  end, bufnr)
end

--- Asks for the name that a mend gives to something, and renames it in all files. It is how Neovim does the command of such mends.
function M.rename(command, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  local argument = command.arguments[1]
  vim.ui.input({ prompt = argument.title .. ': ', default = argument.placeholder }, function(name)
    if not client or not name or name == '' then
      return
    end
    argument.data.name = name
    client:request('codeAction/resolve', { title = argument.title, data = argument.data }, function(err, action)
      if err then
        vim.notify('cudals: ' .. err.message, vim.log.levels.WARN)
        return
      end
      vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
    end, ctx.bufnr)
  end)
end

-- Breaks a text between words so that lines of a width hold it; those after the first have an indentation of their own.
local function wrapped(text, indent, hanging, width)
  local lines, line = {}, indent
  for word in text:gmatch('%S+') do
    if line:find('%S') and vim.fn.strdisplaywidth(line .. ' ' .. word) > width then
      lines[#lines + 1] = line
      line = hanging
    end
    line = line .. (line:find('%S') and ' ' or '') .. word
  end
  lines[#lines + 1] = line
  return lines
end

--- A finding's message with its reasons, each on lines of its own that the window has room for, as vim.diagnostic's format functions
--- take it.
function M.with_reasons(diagnostic)
  local window = vim.fn.bufwinid(diagnostic.bufnr or 0)
  local info = window > 0 and vim.fn.getwininfo(window)[1]
  local room = info and info.width - info.textoff - diagnostic.col - 6 or 100 -- behind what leads to the finding
  local width = math.max(room, 40)
  local lines = wrapped(diagnostic.message, '', '', width)
  for _, reason in ipairs(vim.tbl_get(diagnostic, 'user_data', 'lsp', 'relatedInformation') or {}) do
    local file = vim.fn.fnamemodify(vim.uri_to_fname(reason.location.uri), ':t')
    vim.list_extend(lines, wrapped(('%s (%s:%d)'):format(reason.message, file, reason.location.range.start.line + 1), '  ', '    ', width))
  end
  return table.concat(lines, '\n')
end

--- Shows findings with their reasons below the cursor's line, or no longer; without an argument the other way round.
function M.reasons(on)
  for _, client in ipairs(vim.lsp.get_clients({ name = 'cudals' })) do
    local space = vim.lsp.diagnostic.get_namespace(client.id)
    local show = on
    if show == nil then
      show = not vim.diagnostic.config(nil, space).virtual_lines
    end
    vim.diagnostic.config({ virtual_lines = show and { current_line = true, format = M.with_reasons } or false }, space)
  end
end

--- Puts places into the quickfix list, and goes to the only one.
function M.show_locations(command, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  local locations = command.arguments[3]
  if not client or #locations == 0 then
    return
  end
  if #locations == 1 then
    vim.lsp.util.show_document(locations[1], client.offset_encoding, { focus = true })
    return
  end
  vim.fn.setqflist({}, ' ', { title = command.title, items = vim.lsp.util.locations_to_items(locations, client.offset_encoding) })
  vim.cmd.copen()
end

--- Asks through which of the files that include a header it is to be read, with the command of that one.
function M.borrow()
  local bufnr = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  if not client then
    vim.notify('cudals is not attached to this buffer', vim.log.levels.WARN)
    return
  end
  local document = vim.lsp.util.make_text_document_params(bufnr)
  client:request('cudals/lenders', { textDocument = document }, function(_, found)
    if not found or found == vim.NIL or #found.lenders == 0 then
      vim.notify('the file has a compile command of its own, or nothing is known to include it')
      return
    end
    vim.ui.select(vim.list_extend(found.lenders, { document.uri }), {
      prompt = 'As which file includes it is this header to be read?',
      format_item = function(from)
        local name = from == document.uri and 'none: read it by itself' or vim.fn.fnamemodify(vim.uri_to_fname(from), ':.')
        return name .. (from == (found.through or document.uri) and ' (now)' or '')
      end,
    }, function(from)
      if from then
        client:request('cudals/borrow', { textDocument = document, from = from }, function() end, bufnr)
      end
    end)
  end, bufnr)
end

--- Makes all mends of the buffer that need no look.
function M.fix_all()
  vim.lsp.buf.code_action({ context = { only = { 'source.fixAll.cudals' }, diagnostics = {} }, apply = true })
end

--- Runs the program's check over files and folders, the working folder without any, and puts what it finds into the quickfix list.
function M.check(arguments, done)
  local config = vim.lsp.config.cudals or {}
  local program = type(config.cmd) == 'table' and config.cmd[1] or 'cudals'
  local command = vim.list_extend({ program, 'check' }, #arguments > 0 and arguments or { '.' })
  vim.system(command, { text = true }, vim.schedule_wrap(function(result)
    local items = {}
    local kinds = { error = 'E', warning = 'W', info = 'I', hint = 'N' }
    for line in vim.gsplit(result.stdout or '', '\n', { plain = true }) do
      local file, lnum, col, severity, text = line:match('^(%S.-):(%d+):(%d+): (%a+): (.*)$')
      if file then
        items[#items + 1] = { filename = file, lnum = tonumber(lnum), col = tonumber(col), type = kinds[severity] or 'E', text = text }
      elseif #items > 0 and line:find('^%s+%S') then
        items[#items].text = items[#items].text .. '\n' .. vim.trim(line)
      end
    end
    vim.fn.setqflist({}, ' ', { title = table.concat(command, ' '), items = items })
    if result.code > 1 then
      vim.notify(vim.trim(result.stderr or ''), vim.log.levels.ERROR)
    elseif #items == 0 then
      vim.notify('cudals finds nothing')
    else
      vim.cmd.copen()
    end
    if done then
      done(result)
    end
  end))
end

--- Starts the server again, for all buffers.
function M.restart()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'cudals' })) do
    attached[client.id] = nil -- it is asked to stop
    client:stop(true)
    vim.wait(5000, function()
      return client:is_stopped()
    end, 10)
  end
  vim.lsp.enable('cudals')
end

--- Tells that the server has stopped without being asked to: its findings are gone from the screen, and no buffer may look clean
--- because of that.
function M.on_exit(code, signal, client_id)
  local buffers = attached[client_id] or {}
  attached[client_id] = nil
  if code == 0 and signal == 0 then
    return
  end
  vim.schedule(function()
    local told = false
    for bufnr in pairs(buffers) do
      if vim.api.nvim_buf_is_loaded(bufnr) then
        statuses[bufnr] = nil
        require('cudals.views').forget(bufnr)
        told = true
        vim.diagnostic.set(gone, bufnr, {
          {
            lnum = 0,
            col = 0,
            severity = vim.diagnostic.severity.WARN,
            source = 'cudals',
            message = 'cudals has stopped: nothing is known of this file. :CudalsRestart starts it again.',
          },
        })
      end
    end
    if told then
      vim.notify(('cudals has stopped (exit code %d, signal %d). :CudalsRestart starts it again.'):format(code, signal), vim.log.levels.ERROR)
    end
  end)
end

-- The colours of what is CUDA's in a name: where functions run, in which memory variables live.
local colours = { kernel = 'Special', device = 'PreProc', shared = 'Type', constant = 'Constant', managed = 'Identifier' }

function M.on_attach(client, bufnr)
  for modifier, group in pairs(colours) do
    vim.api.nvim_set_hl(0, '@lsp.mod.' .. modifier .. '.' .. vim.bo[bufnr].filetype, { link = group, default = true })
  end
  attached[client.id] = attached[client.id] or {}
  attached[client.id][bufnr] = true
  vim.diagnostic.reset(gone, bufnr)
  if vim.g.cudals_reasons ~= false and vim.diagnostic.config(nil, vim.lsp.diagnostic.get_namespace(client.id)).virtual_lines == nil then
    M.reasons(true)
  end
  local space = vim.lsp.diagnostic.get_namespace(client.id)
  vim.api.nvim_create_autocmd('WinResized', {
    group = vim.api.nvim_create_augroup('cudals.reasons.' .. bufnr, {}),
    callback = function() -- the lines are as long as the window has room for
      if vim.fn.bufwinid(bufnr) > 0 then
        vim.diagnostic.show(space, bufnr)
      end
    end,
  })
  vim.api.nvim_create_user_command('CudalsReasons', function()
    M.reasons()
  end, { desc = 'Show findings of cudals with their reasons below the line of the cursor, or no longer' })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsFixAll', M.fix_all, { desc = 'Make all mends of cudals that need no look' })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsBorrow', M.borrow, { desc = 'Choose which file this header is read through' })
  vim.api.nvim_create_user_command('CudalsRestart', M.restart, { desc = 'Start cudals again' })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsExplain', function(args)
    M.explain(args.args)
  end, { nargs = '?', desc = 'Explain a rule of cudals, or the finding under the cursor' })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsStatus', function()
    M.report(bufnr)
  end, { desc = 'What cudals knows of the buffer, and what it does not and why' })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsArch', function(args)
    M.architecture(args.args, bufnr)
  end, { nargs = '?', desc = 'Look at all files for another architecture, such as sm_90; 0 for that of the command' })
  local views = require('cudals.views')
  vim.api.nvim_create_user_command('CudalsView', function(args)
    views.switch(args.args)
  end, {
    nargs = '?',
    complete = function()
      return views.names
    end,
    desc = 'Dim what a pass does not see: both, host or device',
  })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsPass', function(args)
    views.pass(bufnr, args.args)
  end, {
    nargs = '?',
    complete = function()
      return { 'device', 'host' }
    end,
    desc = 'Show the buffer as a pass sees it, beside it',
  })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsLayout', function()
    views.layout(bufnr)
  end, { desc = 'Show where parameters and constants lie' })
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsDoctor', function()
    views.doctor(bufnr)
  end, { desc = 'Tell how the file is compiled, from where, and what is missing' })
  vim.api.nvim_create_autocmd('BufUnload', {
    buffer = bufnr,
    callback = function()
      statuses[bufnr] = nil
      views.forget(bufnr)
      pcall(vim.api.nvim_del_augroup_by_name, 'cudals.reasons.' .. bufnr)
    end,
  })
end

return M
