% Changes to pdfTeX for texlens: steps are counted wherever the length of a loop is up to the document (see steps.h),
% and the memory is tidied before a format is dumped (see steps.c). No result of a run that ends changes.

@x Output: every character.
begin if @<Character |s| is the current new-line character@> then
 if selector<pseudo then
@y
begin count_step;
if @<Character |s| is the current new-line character@> then
 if selector<pseudo then
@z

@x Wherever TeX lets a person interrupt it, ligature loops among them.
@d check_interrupt==begin if interrupt<>0 then pause_for_instructions;
@y
@d check_interrupt==begin count_step; if interrupt<>0 then pause_for_instructions;
@z

@x One-word nodes.
begin p:=avail; {get top location in the |avail| stack}
@y
begin count_step; p:=avail; {get top location in the |avail| stack}
@z

@x
  begin #:=avail; {avoid |get_avail| if possible, to save time}
@y
  begin count_step; #:=avail; {avoid |get_avail| if possible, to save time}
@z

@x Larger nodes: every free one looked at.
repeat @<Try to allocate within node |p| and its physical successors,
@y
repeat count_step; @<Try to allocate within node |p| and its physical successors,
@z

@x Control sequences whose names share a place in the hash table.
loop@+begin if text(p)>0 then if length(text(p))=l then
    if str_eq_buf(text(p),j) then goto found;
@y
loop@+begin count_step; if text(p)>0 then if length(text(p))=l then
    if str_eq_buf(text(p),j) then goto found;
@z

@x Tokens.
begin restart: cur_cs:=0;
if state<>token_list then
@y
begin restart: count_token; cur_cs:=0;
if state<>token_list then
@z

@x The last item of a list is found from the list's start.
    begin r:=head;
    repeat q:=r; r:=link(q);
    until r=tx;
    tx:=q;
    end
@#
@d find_effective_tail==find_effective_tail_eTeX
@y
    begin r:=head;
    repeat count_step; q:=r; r:=link(q);
    until r=tx;
    tx:=q;
    end
@#
@d find_effective_tail==find_effective_tail_eTeX
@z

@x Leaders: a document can ask for a billion boxes (four places: DVI and PDF, across and down).
begin cur_v:=base_line+shift_amount(leader_box); synch_v; save_v:=dvi_v;@/
@y
begin count_step;
cur_v:=base_line+shift_amount(leader_box); synch_v; save_v:=dvi_v;@/
@z

@x
@<Output a leader box at |cur_v|, ...@>=
begin if cur_dir=right_to_left then
@y
@<Output a leader box at |cur_v|, ...@>=
begin count_step; if cur_dir=right_to_left then
@z

@x
begin cur_v:=base_line+shift_amount(leader_box);@/
@y
begin count_step; cur_v:=base_line+shift_amount(leader_box);@/
@z

@x
@ @<(\pdfTeX) Output a leader box at |cur_v|, ...@>=
begin if cur_dir=right_to_left then
@y
@ @<(\pdfTeX) Output a leader box at |cur_v|, ...@>=
begin count_step; if cur_dir=right_to_left then
@z

@x Packing: every node of a horizontal list ...
begin reswitch: while is_char_node(p) do
  @<Incorporate character dimensions into the dimensions of
    the hbox that will contain~it, then move to the next node@>;
@y
begin reswitch: count_step; while is_char_node(p) do
  begin count_step; @<Incorporate character dimensions into the dimensions of
    the hbox that will contain~it, then move to the next node@>;
  end;
@z

@x ... and of a vertical one.
begin if is_char_node(p) then confusion("vpack")
@y
begin count_step; if is_char_node(p) then confusion("vpack")
@z

@x Formulas.
while q<>null do @<Process node-or-noad |q| as much as possible in preparation
    for the second pass of |mlist_to_hlist|, then move to the next
    item in the mlist@>;
@y
while q<>null do begin count_step;
  @<Process node-or-noad |q| as much as possible in preparation
    for the second pass of |mlist_to_hlist|, then move to the next
    item in the mlist@>;
  end;
@z

@x Alignments: spans of columns.
while link(r)>n do
  begin s:=info(s); n:=link(info(s))+1;
  end;
@y
while link(r)>n do
  begin count_step; s:=info(s); n:=link(info(s))+1;
  end;
@z

@x
r:=u;
until r=end_span;
@y
count_step; r:=u;
until r=end_span;
@z

@x Line breaking: every active node at every break.
loop@+  begin continue: r:=link(prev_r);
@y
loop@+  begin continue: count_step; r:=link(prev_r);
@z

@x Page breaking.
loop@+  begin @<If node |p| is a legal breakpoint, check if this break is
@y
loop@+  begin count_step; @<If node |p| is a legal breakpoint, check if this break is
@z

@x Taking the last item off a list ...
repeat r:=p; p:=q; fm:=false;
@y
repeat count_step; r:=p; p:=q; fm:=false;
@z

@x ... and finding the end of the list that was in a box.
while link(tail) <> null do begin
    r := link(tail);
@y
while link(tail) <> null do begin
    count_step;
    r := link(tail);
@z

@x A format is dumped.
sort_avail; var_used:=0;
@y
sort_free_words; sort_avail; clear_free_nodes; var_used:=0;
@z
