" The errors that cudals check prints.
if exists('current_compiler')
  finish
endif
let current_compiler = 'cudals'
CompilerSet makeprg=cudals\ check
CompilerSet errorformat=%-G\ \ \ \ %.%#,%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tnfo:\ %m,%f:%l:%c:\ %tint:\ %m,%-G%.%#
