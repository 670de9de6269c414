-- What is shown beside a buffer: its text as a pass of the compiler sees it, and where parameters and constants lie; and what is dimmed
-- in it.
local M = {}

local namespace = vim.api.nvim_create_namespace('cudals.unseen')
local seen = {} -- by buffer: what each pass leaves out
local view = 'both'

M.names = { 'both', 'host', 'device' }

vim.api.nvim_set_hl(0, 'CudalsUnseen', { link = 'Comment', default = true })

-- The lines that the view does not show: those that no pass of it sees. Device passes behind the first are those of other architectures
-- that are compiled as well.
local function dimmed(passes)
  local count, of = {}, 0
  for _, pass in ipairs(passes) do
    if view == 'both' or pass.name == view and of == 0 then
      of = of + 1
      for _, range in ipairs(pass.unseen) do
        for line = range.start.line, range['end'].line - 1 do
          count[line] = (count[line] or 0) + 1
        end
      end
    end
  end
  local lines = {}
  for line, n in pairs(count) do
    if n == of then
      lines[#lines + 1] = line
    end
  end
  return lines
end

local function paint(bufnr)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  local alone = client and client.server_capabilities.documentSymbolProvider
  if view == 'both' and not alone then
    return -- another server dims what it takes to be left out
  end
  local last = vim.api.nvim_buf_line_count(bufnr)
  for _, line in ipairs(dimmed(seen[bufnr] or {})) do
    if line < last then
      -- Above the colours of syntax and of servers.
      vim.api.nvim_buf_set_extmark(bufnr, namespace, line, 0, {
        end_row = line + 1,
        end_col = 0,
        hl_group = 'CudalsUnseen',
        priority = 190,
        strict = false,
      })
    end
  end
end

function M.on_passes(told)
  local bufnr = vim.uri_to_bufnr(told.uri)
  seen[bufnr] = told.passes
  paint(bufnr)
end

function M.forget(bufnr)
  seen[bufnr] = nil
  paint(bufnr)
end

--- Dims what a pass does not see: "host" or "device"; "both" dims what neither sees. Without a name it goes on to the next.
function M.switch(name)
  if not vim.tbl_contains(M.names, name) then
    name = ({ both = 'host', host = 'device', device = 'both' })[view]
  end
  view = name
  for bufnr in pairs(seen) do
    paint(bufnr)
  end
  vim.notify('cudals: ' .. (view == 'both' and 'both passes' or 'the ' .. view .. ' pass'))
end

--- The view that is shown.
function M.view()
  return view
end

-- Shows lines in a buffer of their own beside the window, which is made once for each name.
local function show(name, lines, filetype)
  local shown = vim.fn.bufnr('^' .. vim.fn.fnameescape(name) .. '$')
  if shown < 0 then
    shown = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(shown, name)
    vim.bo[shown].buftype, vim.bo[shown].swapfile, vim.bo[shown].bufhidden = 'nofile', false, 'wipe'
  end
  vim.bo[shown].modifiable = true
  vim.api.nvim_buf_set_lines(shown, 0, -1, false, lines)
  vim.bo[shown].modifiable = false
  local window = vim.fn.win_findbuf(shown)[1] or vim.api.nvim_open_win(shown, false, { split = 'right' })
  vim.wo[window].wrap = false
  if not filetype then -- lines that stand for none of the document's
    vim.wo[window].number, vim.wo[window].relativenumber, vim.wo[window].signcolumn = false, false, 'no'
  end
  if filetype and vim.bo[shown].syntax ~= filetype then
    vim.bo[shown].syntax = filetype -- not its file type: no server shall look at it
  end
  return shown, window
end

local function ask(bufnr, method, params, done)
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  if not client then
    vim.notify('cudals is not attached to this buffer', vim.log.levels.WARN)
    return
  end
  params.textDocument = vim.lsp.util.make_text_document_params(bufnr)
  client:request(method, params, function(err, answer)
    if err or not answer or answer == vim.NIL then
      vim.notify('cudals: ' .. (err and err.message or 'there is nothing to show'), vim.log.levels.WARN)
      return
    end
    done(answer)
  end, bufnr)
end

--- Shows a buffer as a pass sees it, line for line, and keeps it so while the buffer is edited.
function M.pass(bufnr, name)
  name = name == 'host' and 'host' or 'device'
  local of = vim.api.nvim_get_current_win()
  ask(bufnr, 'cudals/expanded', { pass = name }, function(answer)
    local title = ('%s (%s pass)'):format(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t'), name)
    local fresh = vim.fn.bufnr('^' .. vim.fn.fnameescape(title) .. '$') < 0
    local shown, window = show(title, vim.split(answer.text, '\n'), 'cuda')
    if not fresh then
      return
    end
    if vim.api.nvim_win_is_valid(of) and vim.api.nvim_win_get_buf(of) == bufnr then
      vim.api.nvim_win_set_cursor(window, vim.api.nvim_win_get_cursor(of))
      vim.wo[of].scrollbind, vim.wo[window].scrollbind = true, true
      if vim.w[of].cudals_wrap == nil then -- else another pass is shown
        vim.w[of].cudals_wrap = vim.wo[of].wrap
      end
      vim.wo[of].wrap = false -- so that lines stand beside each other
    end
    vim.api.nvim_create_autocmd({ 'TextChanged', 'InsertLeave' }, {
      buffer = bufnr,
      callback = function()
        if not vim.api.nvim_buf_is_valid(shown) then
          return true
        end
        M.pass(bufnr, name)
      end,
    })
    vim.api.nvim_create_autocmd('BufWipeout', {
      buffer = shown,
      callback = function()
        if vim.api.nvim_win_is_valid(of) then
          vim.wo[of].scrollbind = false
          if vim.w[of].cudals_wrap ~= nil then
            vim.wo[of].wrap, vim.w[of].cudals_wrap = vim.w[of].cudals_wrap, nil
          end
        end
      end,
    })
  end)
end

--- Shows where the parameters and constants of a buffer lie.
function M.layout(bufnr)
  ask(bufnr, 'cudals/layout', { format = 'text' }, function(page)
    local title = 'layout of ' .. vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
    show(title, vim.split(vim.trim(page.content), '\n'))
  end)
end

--- Shows what the program tells of how a buffer's file is compiled, from where, and what is missing.
function M.doctor(bufnr)
  local config = vim.lsp.config.cudals or {}
  local program = type(config.cmd) == 'table' and config.cmd[1] or 'cudals'
  vim.system({ program, 'doctor', vim.api.nvim_buf_get_name(bufnr) }, { text = true, timeout = 60000 }, vim.schedule_wrap(function(result)
    local _, window = show('cudals doctor', vim.split(vim.trim(result.stdout ~= '' and result.stdout or result.stderr or ''), '\n'))
    vim.wo[window].wrap, vim.wo[window].linebreak, vim.wo[window].breakindent = true, true, true
  end))
end

return M
